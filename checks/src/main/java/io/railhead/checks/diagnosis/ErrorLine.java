package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.Set;
import java.util.regex.Pattern;

/// A line that calls itself an error, and how much that says.
///
/// @param event what told it
/// @param weight how much it says
/// @param said the part that tells, for people
record ErrorLine(LogEvent event, Weight weight, String said) {

    /// How much a line says about what went wrong, most first.
    enum Weight {
        /// It may be the cause.
        CAUSE,
        /// Whatever goes wrong leaves such lines behind.
        CONSEQUENCE,
        /// It only looks like an error.
        NONE
    }

    /// Kinds of events that are errors by themselves, in the order in which they are asked.
    static final String[] KINDS = {
        "error-crash",
        "error-cuda",
        "error-completion",
        "nccl-completion",
        "xid",
        "sxid",
        "nvrm-rminit",
        "dcgm-fail",
        "iommu-fault",
        "aer",
        "error-driver",
        "perftest-failed",
        "error-tool",
        "python-error",
        "error-nccl",
        "error-log",
        "slurm-error",
        "crashed",
        "killed",
        "error-exit"
    };

    /// Kinds of which two lines may have nothing to do with each other.
    private static final Set<String> OF_MANY_MEANINGS =
            Set.of(
                    "python-error",
                    "xid",
                    "sxid",
                    "nccl-completion",
                    "slurm-error",
                    "env",
                    "counter",
                    "counter-row",
                    "ib-counter",
                    "progress",
                    "steps",
                    "closed-by-peer",
                    "nccl-version",
                    "straggler-sign");

    /// `[   12.345678] `, `[Mon Jan  5 10:00:01 2026] ` and ` kernel: `.
    private static final Pattern KERNEL =
            Pattern.compile(
                    "^(?:<\\d+>)?\\[ *\\d+\\.\\d{6}\\] (?!\\[)|^\\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d [\\d:]+ \\d{4}\\] |^.{0,60}\\bkernel: ");

    /// A line of syslog or of a switch: services of a system complain of many things.
    private static final Pattern SYSTEM =
            Pattern.compile(
                    "^(?:<\\d+>)?(?:[A-Z][a-z]{2} +\\d+ [\\d:.]+|\\d{4} [A-Z][a-z]{2} +\\d+ [\\d:.]+|\\d{4}-\\d\\d-\\d\\dT\\S+) [\\w.-]+ (?!slurm)[%\\w./@#()-]+(?:\\[\\d+\\])?: ");

    /// Programs whose complaints in a system's log are about this field.
    private static final Pattern OURS =
            Pattern.compile(
                    "slurm|nv-fabricmanager|nvidia|opensm|dcgm|lldpad|mlnx|openibd|rdma|nv-hostengine");

    /// A line of a program's text, of a configuration or of a command somebody typed.
    private static final Pattern CODE =
            Pattern.compile(
                    "^\\s*(?:raise |except |throw |return |print|echo |if |elif |else|def |class |import |from |File \"|#|//|\\$ |\\+ |set -|trap )"
                            + "|\\b(?:logger|logging|log)\\.(?:error|exception|fatal|critical)\\(");

    /// Events of InfiniBand ports that are part of life.
    private static final Pattern PORT_EVENT =
            Pattern.compile(
                    "async event ?: (?:client reregistration|SM change|LID change|P_?Key change|port active|GID table change)",
                    Pattern.CASE_INSENSITIVE);

    /// A line of perftest itself, behind its name or a launcher's mark, and no talk of one.
    private static final Pattern PERFTEST =
            Pattern.compile(
                    "^(?:\\[\\d+,\\d+\\]<\\w+>:)?[^a-z]*(?:[\\w./-]+: ?)?\\s*"
                            + "(?:Failed to|Unable to|Couldn't|error modifying|ibv_modify|Completion)");

    /// Errors of PCIe that the link could not mend by itself.
    private static final Pattern UNCORRECTED =
            Pattern.compile("\\b[Uu]ncorrect|\\((?:Non-)?Fatal\\)|severity=Fatal|Surprise Down");

    private static final Pattern NOTHING =
            Pattern.compile(
                    "\\b(?:no|without|zero|0|ignor\\w+|any|on|if|for|of|handles?|handling|expected) (?:\\w+ )?errors?\\b"
                            + "|\\berrors? (?:counts?|counters?|rates?|log|handling|correction|detection|reporting|threshold|recovery|records?|codes? 0)\\b"
                            + "|\\berrors?[=:] ?(?:0|none|no|null|false|continue|remount-ro|strict|ignore|raise)\\b"
                            + "|\\b(?:mae|mse|rmse|loss)\\b|\\b(?:train|val|valid|eval|test|mean|mean squared|abs\\w*|relative|max\\w*|std) error\\b",
                    Pattern.CASE_INSENSITIVE);

    /// What any end of a job writes. The words stand behind one sign for the edge of a word: at
    /// other places none of them is tried.
    private static final Pattern AFTERMATH =
            Pattern.compile(
                    "\\*\\*\\* (?:JOB|STEP)\\b|: invalid usage\\b|\\b(?:"
                            + "SIGTERM\\b|Signal 15\\b|terminat(?:ed|ing)\\b|Exited with\\b"
                            + "|task \\d+.*\\b(?:Killed|Exited|Terminated|Aborted)"
                            + "|KeyboardInterrupt\\b|SystemExit\\b|CalledProcessError\\b"
                            + "|ChildFailedError\\b|DistBackendError\\b|DistNetworkError\\b"
                            + "|ProcessRaisedException\\b|RayTaskError\\b|ActorDiedError\\b"
                            + "|WorkerCrashedError\\b|EngineDeadError\\b|BrokenPipeError\\b"
                            + "|ConnectionResetError\\b|EOFError\\b|Cancelled\\b|MPI_ABORT\\b"
                            + "|MPI_Abort\\b|abort(?:ed|ing)?\\b|shut(?:ting)? ?down\\b"
                            + "|failed \\(exitcode|not complete\\b"
                            + "|closed by (?:remote )?peer\\b|remote process exited\\b"
                            + "|RemoteError\\b"
                            + "|nccl(?:UnhandledCuda|System|Internal|Remote)Error\\b"
                            + "|ncclInvalid(?:Usage|Argument)\\b"
                            + "|unhandled (?:system|cuda) error\\b|retcode \\d"
                            + "|HorovodInternalError\\b|NCCL error\\b|NCCL operations\\b"
                            + "|torch\\.distributed\\.elastic\\b|E ?ProcessGroup"
                            + "|taking the entire process down\\b|watchdog thread\\b"
                            + "|Work\\w+ failed\\b|InternalError\\b|Primary job\\b"
                            + "|wait(?:ing)? for (?:workers|processes)\\b|Subprocess\\b"
                            + "|Process \\d+ (?:exited|died)\\b|core dumped\\b"
                            + "|[Ss]ee (?:the )?root cause\\b|core proc"
                            + "|initialization failed\\b|exits with return code\\b"
                            + "|terminate called\\b|task \\d+: Out Of Memory\\b"
                            + "|OCI runtime\\b|failed to create\\b"
                            + "|Unable to initialize backend\\b"
                            + ")",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern NUMBER =
            Pattern.compile("0x[0-9a-fA-F]+|[0-9a-fA-F]*\\d[0-9a-fA-F]*");

    static ErrorLine of(LogEvent e) {
        String text = e.text();
        return new ErrorLine(e, weight(e, text), said(e));
    }

    private static Weight weight(LogEvent e, String text) {
        switch (e.kind()) {
            case "error-crash", "xid", "nvrm-rminit", "sxid" -> {
                return AFTERMATH.matcher(text).find() && e.kind().equals("error-crash")
                        ? Weight.CONSEQUENCE
                        : Weight.CAUSE;
            }
            case "dcgm-fail", "error-completion", "nccl-completion" -> {
                if (!"5".equals(e.get("status"))) return Weight.CAUSE;
                return text.contains("NCCL INFO") ? Weight.NONE : Weight.CONSEQUENCE;
            }
            case "perftest-failed" -> {
                return PERFTEST.matcher(text).find() ? Weight.CAUSE : Weight.NONE;
            }
            case "iommu-fault", "error-driver", "error-tool" -> {
                if (e.get("what").equals(ToolErrors.NO_RESULT)) return Weight.CONSEQUENCE;
                return CODE.matcher(text).find() ? Weight.NONE : Weight.CAUSE;
            }
            case "aer" -> {
                return UNCORRECTED.matcher(text).find() ? Weight.CAUSE : Weight.NONE;
            }
            default -> {}
        }
        if (KERNEL.matcher(text).find() || text.contains("severity=Correct")) return Weight.NONE;
        if (e.get("what").startsWith("%")) return Weight.CAUSE;
        if (SYSTEM.matcher(text).find() && !OURS.matcher(text).find()) return Weight.NONE;
        if (CODE.matcher(text).find()) return Weight.NONE;
        switch (e.kind()) {
            case "error-exit", "crashed", "killed" -> {
                return Weight.CONSEQUENCE;
            }
            case "error-nccl" -> {
                if (PORT_EVENT.matcher(text).find()) return Weight.NONE;
            }
            case "error-log", "slurm-error" -> {
                if (NOTHING.matcher(text).find()) return Weight.NONE;
            }
            default -> {}
        }
        return AFTERMATH.matcher(text).find() ? Weight.CONSEQUENCE : Weight.CAUSE;
    }

    /// Whether it says something whatever stands beside it: a device or the kernel said it.
    boolean isOfItsOwn() {
        return switch (event.kind()) {
            case "error-log",
                    "slurm-error",
                    "python-error",
                    "error-nccl",
                    "error-exit",
                    "perftest-failed" ->
                    false;
            default -> true;
        };
    }

    static boolean isOfManyMeanings(String kind) {
        return kind.startsWith("error-") || OF_MANY_MEANINGS.contains(kind);
    }

    /// The part of the line that tells.
    private static String said(LogEvent e) {
        if (e.kind().equals("python-error")) return e.get("type") + ": " + e.get("message");
        if (e.kind().equals("error-tool")) return e.get("what");
        if (e.kind().equals("xid")) return "Xid " + e.get("xid") + " " + e.get("what");
        int at = -1;
        for (String name : new String[] {"what", "message", "name"}) {
            String value = e.get(name);
            if (!value.isEmpty()) at = e.text().indexOf(value);
            if (at >= 0) break;
        }
        return at >= 0 ? e.text().substring(at) : e.text();
    }

    /// The same for lines that say the same, whoever says it.
    String key() {
        String part = said.length() > 80 ? said.substring(0, 80) : said;
        return event.kind() + " " + wording(part);
    }

    /// A text without its numbers.
    static String wording(String text) {
        return NUMBER.matcher(text).replaceAll("#").strip();
    }
}

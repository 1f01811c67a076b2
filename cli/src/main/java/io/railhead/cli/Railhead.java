package io.railhead.cli;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The program. Every command is one class named in `COMMANDS`; it gets the [Console] by its
/// constructor and is a `Callable<Integer>` that returns an [Exit] code.
@Command(
        name = "railhead",
        description = {
            "Takes RDMA GPU clusters from bare metal to proven.",
            "",
            "One cluster.yaml says what is wanted; machines say over SSH what is; every command"
                    + " works on the difference."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Example: railhead quickstart",
            "Exit status: 0 all well, 1 findings or a"
                    + " failed step, 2 wrong usage or input, 3 a machine could not be reached."
        })
public final class Railhead implements Callable<Integer> {
    /// The commands, as the help lists them. To build the model of one, with its options, costs as
    /// much as reading a small log: of a command line that names one, only that one is built.
    private static final Map<String, Class<?>> COMMANDS = commands();

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("init", InitCommand.class);
        commands.put("collect", CollectCommand.class);
        commands.put("check", CheckCommand.class);
        commands.put("diagnose", DiagnoseCommand.class);
        commands.put("explain", ExplainCommand.class);
        commands.put("plan", PlanCommand.class);
        commands.put("apply", ApplyCommand.class);
        commands.put("rollback", RollbackCommand.class);
        commands.put("bench", BenchCommand.class);
        commands.put("compare", CompareCommand.class);
        commands.put("report", ReportCommand.class);
        commands.put("design", DesignCommand.class);
        commands.put("quickstart", QuickstartCommand.class);
        commands.put("lab", LabCommand.class);
        commands.put("help", HelpCommand.class);
        return commands;
    }

    private final Console console;

    Railhead(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.err().print(commandLine(console).getUsageMessage(CommandLine.Help.Ansi.OFF));
        return Exit.USAGE;
    }

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("diagnose")) DiagnoseCommand.prepare();
        ResultStream result =
                new ResultStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
        Console console = Console.ofProcess(result);
        int code = commandLine(console, args).execute(args);
        console.out().flush();
        if (result.lost().isPresent()) {
            console.err().println("railhead: the result was not written: " + result.lost().get());
            code = code == Exit.OK ? Exit.FINDINGS : code;
        }
        System.exit(code);
    }

    /// The command line over a console, as far as arguments need it: with the one command that
    /// they begin with, or with all when that is none of them, or `help`.
    static CommandLine commandLine(Console console, String... args) {
        String first = args.length == 0 ? "" : args[0];
        boolean one = COMMANDS.containsKey(first) && !first.equals("help");
        return commandLine(console, one ? List.of(first) : COMMANDS.keySet());
    }

    /// The whole command line over a console; tests run commands through this.
    public static CommandLine commandLine(Console console) {
        return commandLine(console, COMMANDS.keySet());
    }

    private static CommandLine commandLine(Console console, Collection<String> commands) {
        IFactory factory = factory(console);
        CommandLine line = new CommandLine(new Railhead(console), factory);
        for (String command : commands) {
            line.addSubcommand(command, new CommandLine(COMMANDS.get(command), factory));
        }
        OutputOptions.describe(line);
        line.setOut(help(console));
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(
                        console.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setErr(new PrintWriter(console.err(), true, java.nio.charset.StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((fault, arguments) -> wrongUsage(console, fault));
        line.setExecutionStrategy(
                parsed -> {
                    refuseEmptyLists(parsed);
                    refuseValuesTakenForOptions(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                });
        line.setExecutionExceptionHandler(
                (exception, failed, parsed) -> {
                    console.out().flush();
                    if (exception instanceof UserError error) {
                        console.say("railhead: " + error.getMessage());
                        return error.exitCode();
                    }
                    console.err()
                            .println(
                                    "railhead "
                                            + failed.getCommandName()
                                            + ": unexpected failure, please report it with the lines"
                                            + " below");
                    exception.printStackTrace(console.err());
                    return 70;
                });
        return line;
    }

    /// Help and version, which are Railhead's own words: picocli's colours stay.
    private static PrintWriter help(Console console) {
        return new PrintWriter(
                new java.io.StringWriter() {
                    @Override
                    public void flush() {
                        console.out().print(Screen.ownColours(toString()));
                        console.out().flush();
                        getBuffer().setLength(0);
                    }
                },
                true);
    }

    /// The fault and where help is, not the whole help: it would push the fault off the screen.
    private static int wrongUsage(Console console, ParameterException fault) {
        CommandLine command = fault.getCommandLine();
        var err = command.getErr();
        Optional<String> format =
                fault.getArgSpec() instanceof CommandLine.Model.OptionSpec option
                                && option.longestName().equals("--format")
                        ? OutputOptions.refused(
                                command.getCommandSpec(), String.valueOf(fault.getValue()))
                        : Optional.empty();
        console.say("railhead: " + format.orElse(plain(String.valueOf(fault.getMessage()))));
        CommandLine.UnmatchedArgumentException.printSuggestions(fault, err);
        if (fault instanceof CommandLine.UnmatchedArgumentException unmatched) {
            unmatched.getUnmatched().stream()
                    .map(argument -> argument.replaceFirst("=.*", ""))
                    .flatMap(option -> whoseOption(command, option).stream())
                    .forEach(console::say);
        }
        err.println("see «" + command.getCommandSpec().qualifiedName() + " --help»");
        return Exit.USAGE;
    }

    /// picocli's words for values of a wrong type are Java's.
    private static String plain(String message) {
        String text =
                message.replaceFirst("is not an? (int|long|short|byte)$", "is not a whole number")
                        .replaceFirst("is not an? (float|double)$", "is not a number")
                        .replace(" (case-insensitive) but was ", ", not ");
        Matcher oneOf = Pattern.compile("expected one of \\[([^\\]]*)\\]").matcher(text);
        if (!oneOf.find()) {
            return text;
        }
        // Constants are listed beside what they are called.
        String words =
                Stream.of(oneOf.group(1).split(", ", -1))
                        .map(w -> w.replace('_', '-').toLowerCase(Locale.ROOT))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return text.substring(0, oneOf.start()) + "one of " + words + text.substring(oneOf.end());
    }

    /// The commands beside and below one that have the option it lacks: `bench tcp --verbs`.
    private static Optional<String> whoseOption(CommandLine command, String option) {
        CommandLine above = command.getParent();
        List<String> names =
                Stream.concat(
                                command.getSubcommands().values().stream(),
                                above == null || above.getParent() == null
                                        ? Stream.empty()
                                        : above.getSubcommands().values().stream())
                        .filter(c -> c.getCommandSpec().findOption(option) != null)
                        .map(c -> "«" + c.getCommandSpec().qualifiedName() + "»")
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(option + " is an option of " + String.join(", ", names));
    }

    /// `--only ,` names nothing: to check nothing and find all well would be a lie.
    private static void refuseEmptyLists(ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.subcommand()) {
            for (var option : at.matchedOptions()) {
                if (option.getValue() instanceof Collection<?> values && values.isEmpty()) {
                    throw new ParameterException(
                            at.commandSpec().commandLine(),
                            option.longestName() + ": nothing is named; give a value");
                }
            }
        }
    }

    /// The value of `--build=-oX` would be taken for an option of its own, since `--build` can do
    /// without one: the result would go to a file X.
    private static void refuseValuesTakenForOptions(ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.subcommand()) {
            for (var option : at.matchedOptions()) {
                for (String argument : parsed.originalArgs()) {
                    for (String name : option.names()) {
                        if (option.arity().min() == 0
                                && option.arity().max() > 0
                                && argument.startsWith(name + "=-")) {
                            throw new ParameterException(
                                    at.commandSpec().commandLine(),
                                    "%s: a value that begins with a dash is taken for an option; if it is a path, write %s=./%s"
                                            .formatted(
                                                    argument,
                                                    name,
                                                    argument.substring(name.length() + 1)));
                        }
                    }
                }
            }
        }
    }

    private static IFactory factory(Console console) {
        IFactory standard = CommandLine.defaultFactory();
        return new IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                for (var constructor : type.getDeclaredConstructors()) {
                    Class<?>[] parameters = constructor.getParameterTypes();
                    if (parameters.length == 1 && parameters[0] == Console.class) {
                        return type.cast(constructor.newInstance(console));
                    }
                }
                return standard.create(type);
            }
        };
    }
}

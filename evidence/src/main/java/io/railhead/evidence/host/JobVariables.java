package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.JobVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the machine's files tell every job: variables of NCCL, UCX, Gloo and MPI in NCCL's own
/// files (`/etc/nccl.conf`, `~/.nccl.conf`) and in those that login shells read. Rows
/// `PATH:LINE:[export ]NAME=VALUE`. Only these names are read: others may be secrets.
@AutoService(Parser.class)
public final class JobVariables implements Parser {
    private static final String NAMES =
            "(NCCL_|UCX_|GLOO_SOCKET_|TORCH_NCCL_|OMPI_MCA_|TP_SOCKET_|NVSHMEM_)[A-Za-z0-9_]+";

    /// No such variable at all is no failure, though it makes grep's status 1.
    private static final String COMMAND =
            "grep -HnsE '^[[:space:]]*(export[[:space:]]+)?"
                    + NAMES
                    + "[[:space:]]*=' /etc/nccl.conf ~/.nccl.conf /etc/environment /etc/profile"
                    + " /etc/profile.d/*.sh /etc/environment.d/*.conf /etc/bash.bashrc /etc/bashrc"
                    + " ~/.bashrc ~/.profile ~/.bash_profile | head -n 400";

    private static final String SHOWN =
            "grep -n NCCL_ /etc/nccl.conf ~/.nccl.conf /etc/profile.d/*";

    private static final Pattern ROW =
            Pattern.compile("(?:export\\s+)?(" + NAMES + ")\\s*=\\s*(.{0,1000}?)\\s*");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:/\\S{0,200}/)?(?:\\.?nccl\\.conf|environment|profile\\.d/\\S{1,80}):\\d{1,6}:\\s*"
                            + "(?:export\\s+)?(?:NCCL|UCX|GLOO_SOCKET|TORCH_NCCL|OMPI_MCA)_\\w+\\s*=");

    @Override
    public String name() {
        return "job-variables";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(JobVariable.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.equals(COMMAND) || command.equals(SHOWN);
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4000) continue;
            GrepRow row = GrepRow.of(line, true).orElse(null);
            if (row == null) continue;
            Matcher m = ROW.matcher(row.text());
            if (!m.matches()) continue;
            String value = unquoted(m.group(3));
            facts.add(new JobVariable(m.group(1), value, row.path(), line.read().source()));
        }
        return lines.reading(facts);
    }

    private static String unquoted(String value) {
        for (char quote : new char[] {'"', '\''}) {
            int end = value.length() > 1 && value.charAt(0) == quote ? value.indexOf(quote, 1) : -1;
            if (end > 0) return value.substring(1, end);
        }
        int comment = value.indexOf(" #");
        return Optional.of(comment < 0 ? value : value.substring(0, comment))
                .map(String::strip)
                .map(v -> v.endsWith(";") ? v.substring(0, v.length() - 1) : v)
                .orElse(value);
    }
}

package io.railhead.reach;

import java.time.Duration;
import java.util.List;

/// This machine: scripts are run by its own `sh`, whatever address the target has.
public final class LocalTransport implements Transport {
    private final SshSettings settings;

    /// @param settings of which the environment, the user and the cap are used
    public LocalTransport(SshSettings settings) {
        this.settings = settings;
    }

    @Override
    public Session open(Target target, Duration limit) {
        return new Local(target, settings);
    }

    private record Local(Target target, SshSettings settings) implements Execution {

        @Override
        public Ended exec(Script script) throws Unreachable {
            List<String> command =
                    script.root() ? List.of("sudo", "-n", "--", Shell.ROOT_SHELL) : List.of("sh");
            return ProcessExecution.exec(
                    command,
                    settings,
                    script,
                    process -> {
                        // Children first found, then killed: a killed parent hides them.
                        List<ProcessHandle> all = process.descendants().toList();
                        process.destroyForcibly();
                        all.forEach(ProcessHandle::destroyForcibly);
                    });
        }

        @Override
        public int outputCap() {
            return settings.outputCap();
        }

        @Override
        public boolean isRoot() {
            return settings.user().equals("root");
        }

        @Override
        public void close() {
            // Nothing stays open between scripts.
        }
    }

    @Override
    public void close() {
        // Nothing is shared between sessions.
    }
}

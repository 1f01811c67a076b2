package io.railhead.reach;

import java.time.Duration;
import java.util.List;

/// Local sessions whose `sh` is another shell.
record UnderShell(List<String> shell, SshSettings settings) implements Transport {
    @Override
    public Session open(Target target, Duration limit) {
        return new Under(target, shell, settings);
    }

    @Override
    public void close() {}

    private record Under(Target target, List<String> shell, SshSettings settings)
            implements Execution {
        @Override
        public Ended exec(Script script) throws Unreachable {
            return ProcessExecution.exec(
                    shell,
                    settings,
                    script,
                    p -> {
                        p.descendants().forEach(ProcessHandle::destroyForcibly);
                        p.destroyForcibly();
                    });
        }

        @Override
        public int outputCap() {
            return settings.outputCap();
        }

        @Override
        public boolean isRoot() {
            return true;
        }

        @Override
        public void close() {}
    }
}

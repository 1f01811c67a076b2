package io.railhead.checks.host;

import io.railhead.checks.Addresses;
import io.railhead.checks.Survey;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Subnet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Which interfaces a machine's `NCCL_SOCKET_IFNAME` takes: a list of beginnings of names, of whole
/// names after `=`, or of what is not to be used after `^` (NCCL's documentation, «Environment
/// Variables»).
final class JobInterfaces {
    static final String VARIABLE = "NCCL_SOCKET_IFNAME";

    private JobInterfaces() {}

    /// The setting that counts: NCCL's own file of the user goes before that of the machine, and
    /// both give way to the environment.
    static Optional<JobVariable> setting(Survey survey, String machine, String variable) {
        List<JobVariable> all =
                survey.facts().of(machine, JobVariable.class).stream()
                        .filter(v -> v.name().equals(variable) && !v.value().isBlank())
                        .toList();
        return all.stream()
                .filter(v -> !v.file().endsWith("nccl.conf"))
                .findFirst()
                .or(() -> all.stream().filter(v -> v.file().endsWith(".nccl.conf")).findFirst())
                .or(() -> all.stream().findFirst());
    }

    /// The setting of each machine that has one.
    static void eachSetting(Survey survey, BiConsumer<String, JobVariable> look) {
        for (String machine : survey.facts().machines()) {
            setting(survey, machine, VARIABLE).ifPresent(set -> look.accept(machine, set));
        }
    }

    static List<NetInterface> taken(Survey survey, String machine, String setting) {
        String text = setting.strip();
        boolean not = text.startsWith("^");
        if (not) text = text.substring(1);
        boolean whole = text.startsWith("=");
        if (whole) text = text.substring(1);
        List<String> names = List.of(text.split(","));
        return survey.facts().of(machine, NetInterface.class).stream()
                .filter(i -> !not || !i.name().equals("lo"))
                .filter(i -> names.stream().anyMatch(n -> fits(i, n.strip(), whole)) != not)
                .toList();
    }

    private static boolean fits(NetInterface i, String name, boolean whole) {
        String plain = name.replaceFirst(":\\d+$", "");
        return !plain.isEmpty() && (whole ? i.name().equals(plain) : i.name().startsWith(plain));
    }

    /// Whether another machine has an address of its own in a network of this interface.
    static boolean isShared(Survey survey, String machine, NetInterface i) {
        for (InterfaceAddress a : i.addresses()) {
            Subnet own = Addresses.subnet(a).orElse(null);
            if (own == null || !a.scope().equals("global")) continue;
            for (String other : survey.facts().machines()) {
                if (other.equals(machine)) continue;
                for (NetInterface theirs : survey.facts().of(other, NetInterface.class)) {
                    for (InterfaceAddress b : theirs.addresses()) {
                        if (own.contains(b.address()) && !Addresses.same(a.address(), b.address()))
                            return true;
                    }
                }
            }
        }
        return false;
    }
}

package io.railhead.checks.host;

import io.railhead.checks.Survey;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.intent.Host;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Where a limit of logins is to be raised so that it holds: pam_limits reads limits.conf and then
/// the files of limits.d in the order of their names in the C locale, and the last line for a user
/// wins; one that names the user or a group goes before one for all.
final class LimitFiles {
    /// What apply writes itself.
    static final String OURS = "/etc/security/limits.d/99-zz-railhead.conf";

    private static final String FOLDER = "/etc/security/limits.d/";

    private LimitFiles() {}

    /// Whether the intent asks for the limit, so that apply sets it.
    static boolean isAskedFor(Optional<Host> host, String item) {
        return host.map(Host::policy)
                .filter(
                        p ->
                                item.equals("memlock")
                                        ? p.memlock().isPresent()
                                        : p.launch().limits().containsKey(item))
                .isPresent();
    }

    /// What to do about a limit of logins that is too low.
    ///
    /// @param value to set, as limits.conf writes it
    static String fix(Survey survey, String machine, String item, String value) {
        if (isAskedFor(survey.host(machine), item)) {
            return "`railhead plan`, then `railhead apply`, then log in anew";
        }
        List<LimitSetting> lines =
                survey.facts().of(machine, LimitSetting.class).stream()
                        .filter(l -> l.item().equals(item))
                        .filter(l -> !l.value().equals(value))
                        .filter(l -> !l.type().equals("soft") || item.equals("memlock"))
                        .toList();
        Optional<LimitSetting> particular =
                lines.stream().filter(l -> !l.domain().equals("*")).reduce((a, b) -> b);
        if (particular.isPresent()) {
            LimitSetting line = particular.get();
            return "change the line of "
                    + line.domain()
                    + " in "
                    + line.file()
                    + ", which goes before those for all, to "
                    + value
                    + "; then log in anew";
        }
        String file = last(survey, machine, item);
        return "`echo '*  -  "
                + item
                + "  "
                + value
                + "' >"
                + file
                + "`, then log in anew; or ask for it in cluster.yaml, and `railhead apply`";
    }

    /// A file that is read after all that are there.
    private static String last(Survey survey, String machine, String item) {
        String name = "99-zzz-" + item + ".conf";
        Optional<String> latest =
                survey.facts().of(machine, LimitSetting.class).stream()
                        .map(LimitSetting::file)
                        .filter(f -> f.startsWith(FOLDER))
                        .map(f -> f.substring(FOLDER.length()))
                        .max(Comparator.naturalOrder());
        return FOLDER
                + latest.filter(l -> l.compareTo(name) > 0 && !l.endsWith("-" + item + ".conf"))
                        .map(l -> l.replaceFirst("\\.conf$", "") + "-z-" + item + ".conf")
                        .orElse(name);
    }
}

package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SshLogin;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A host cannot log in to another one, which the intent wants jobs to do.
@AutoService(Check.class)
public final class SshPasswordlessMissing implements Check {

    @Override
    public String code() {
        return "ssh-passwordless-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The intent wants every host to log in to every other by SSH without a password
                (`ssh-trust`), and a login from one host to another failed.
                """,
                """
                `mpirun` ends with «ORTE was unable to reliably start one or more daemons» or waits
                for a password nobody sees; launchers that start ranks over SSH hang.
                """,
                """
                The trust was never applied, a host was built anew since, a file under ~/.ssh may
                be read or written by others, or sshd's settings forbid the login. «Host key
                verification failed» is a host whose key is not, or no longer, the known one.
                """,
                """
                  railhead plan --only ssh-trust
                  railhead apply --only ssh-trust
                What sshd itself forbids stands in the plan as what cannot be had.
                """,
                """
                  ssh -o BatchMode=yes PEER hostname     # on the host named
                  railhead check --only ssh-passwordless-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(SshLogin.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Host> all = survey.wanted().map(Cluster::roster).orElse(List.of());
        Map<String, String> names = new HashMap<>();
        for (Host h : all) {
            names.put(h.address(), h.name());
            for (RailPort p : h.rails()) {
                names.put(p.address(), h.name());
            }
        }
        if (all.stream().noneMatch(h -> trust(h).isPresent())) {
            return;
        }
        boolean alone = all.size() < 2;
        for (Host host : survey.hosts(SshLogin.class, h -> !alone && isLogin(survey, h))) {
            host(survey, host, names);
        }
    }

    private static Optional<SshTrust> trust(Host host) {
        return host.policy().launch().sshTrust();
    }

    /// Whether the trust is for the user that the probes run as; another's cannot be tried.
    private static boolean isLogin(Survey survey, Host host) {
        Optional<SshTrust> trust = trust(host);
        if (trust.isEmpty()) {
            return false;
        }
        String login = host.login().user().orElse(trust.get().user());
        if (login.equals(trust.get().user())) {
            return true;
        }
        survey.notChecked(
                host.name(),
                "logged in as " + login + ", which cannot try the logins of " + trust.get().user());
        return false;
    }

    /// One finding for each reason: a host without a key fails with all its peers alike.
    private static void host(Survey survey, Host host, Map<String, String> names) {
        Map<String, List<SshLogin>> failed = new LinkedHashMap<>();
        List<SshLogin> tried = survey.facts().of(host.name(), SshLogin.class);
        for (SshLogin login : tried) {
            login.error()
                    .ifPresent(
                            why ->
                                    failed.computeIfAbsent(
                                                    why.replace(login.target(), "it"),
                                                    w -> new ArrayList<>())
                                            .add(login));
        }
        failed.forEach(
                (why, logins) ->
                        survey.error(host.name())
                                .says("cannot log in to " + peers(logins, tried.size(), names))
                                .because(logins.getFirst().error().orElse(why))
                                .fix(
                                        "`railhead plan --only ssh-trust` shows what is missing,"
                                                + " `railhead apply --only ssh-trust` sets it up")
                                .cites(logins.stream().limit(4).toList(), "ssh-login")
                                .report());
    }

    private static String peers(List<SshLogin> logins, int tried, Map<String, String> names) {
        if (logins.size() == tried && tried > 1) {
            return "any of the " + tried + " addresses tried";
        }
        SshLogin first = logins.getFirst();
        String name = names.getOrDefault(first.target(), "");
        String one = name.isEmpty() ? first.target() : name + " at " + first.target();
        return one + (logins.size() > 1 ? " and " + (logins.size() - 1) + " more" : "");
    }
}

package io.railhead.intent;

import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.LaunchPolicy.Nccl;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import io.railhead.model.intent.Login;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// `limits`, `shm`, `hosts-file`, `ssh-trust`, `nccl` and `mpi-hostfile` of a policy.
final class LaunchPolicies {
    /// Where the hostfile goes when no path is given.
    static final String HOSTFILE = "/etc/railhead/hostfile";

    /// Items of limits.conf(5) that bound something. `memlock` has a key of its own.
    static final List<String> LIMITS =
            List.of(
                    "as",
                    "core",
                    "cpu",
                    "data",
                    "fsize",
                    "locks",
                    "maxlogins",
                    "maxsyslogins",
                    "msgqueue",
                    "nofile",
                    "nproc",
                    "rss",
                    "rtprio",
                    "sigpending",
                    "stack");

    private static final long MOST_LIMIT = 999_999_999_999_999L;

    /// tmpfs counts in pages of this many bytes on x86-64 and arm64 as distributions build them.
    private static final long PAGE = 4096;

    /// All of NCCL's begin so, and `/etc/nccl.conf` holds no others.
    private static final Pattern VARIABLE = Pattern.compile("NCCL_[A-Z0-9_]{1,120}");

    private LaunchPolicies() {}

    /// @param user empty for the cluster's own login
    record TrustWish(Optional<String> user) {}

    /// What one policy changes of the one it inherits.
    record Patch(
            Map<String, Optional<String>> limits,
            Given<Long> shmBytes,
            Optional<Boolean> hostsFile,
            Given<TrustWish> sshTrust,
            Given<Nccl> nccl,
            Given<String> mpiHostfile) {

        static final Patch NONE =
                new Patch(
                        Map.of(),
                        Given.not(),
                        Optional.empty(),
                        Given.not(),
                        Given.not(),
                        Given.not());

        LaunchPolicy apply(LaunchPolicy base, Login login) {
            return new LaunchPolicy(
                    Entries.over(limits, base.limits()),
                    shmBytes.stated()
                            ? shmBytes.value().map(OptionalLong::of).orElse(OptionalLong.empty())
                            : base.shmBytes(),
                    hostsFile.orElse(base.hostsFile()),
                    sshTrust.stated()
                            ? sshTrust.value()
                                    .map(t -> new SshTrust(t.user().orElse(trusted(login))))
                            : base.sshTrust(),
                    nccl.over(base.nccl()),
                    mpiHostfile.over(base.mpiHostfile()));
        }
    }

    /// Whose trust it is when nobody is named.
    static String trusted(Login login) {
        return login.user().orElse("root");
    }

    /// @param spots where paths are named, by path
    static Patch read(Decoding in, Section section, Map<String, Spot> spots) {
        return new Patch(
                section.get("limits")
                        .map(
                                f ->
                                        Entries.read(
                                                in,
                                                f,
                                                "limits: {nofile: 1048576}",
                                                LaunchPolicies::isItem,
                                                one -> limit(in, one)))
                        .orElse(Map.of()),
                Given.read(section, "shm", f -> shm(in, f)),
                section.get("hosts-file").flatMap(in::bool),
                Given.orSwitch(
                        section, "ssh-trust", new TrustWish(Optional.empty()), f -> trust(in, f)),
                Given.orSwitch(
                        section,
                        "nccl",
                        new Nccl(new TreeMap<>(), Optional.empty()),
                        f -> nccl(in, f)),
                Given.orSwitch(section, "mpi-hostfile", HOSTFILE, f -> hostfile(in, f, spots)));
    }

    private static boolean isItem(Decoding in, Field field) {
        if (field.name().equals("memlock")) {
            in.problems.error(
                    field.keyAt(), "memlock has a key of its own", "write memlock: beside limits:");
            return false;
        }
        boolean known = LIMITS.contains(field.name());
        if (!known) {
            in.problems.error(
                    field.keyAt(),
                    "\"" + Ranges.shortened(field.name()) + "\" is not known",
                    NearestName.remedy(field.name(), LIMITS, "limits"));
        }
        return known;
    }

    private static Optional<String> limit(Decoding in, Field field) {
        if (YamlText.text(field.value()).equals("unlimited")) {
            return Optional.of("unlimited");
        }
        OptionalLong number = in.whole(field, 0, MOST_LIMIT, "a whole number or unlimited");
        return number.isPresent()
                ? Optional.of(Long.toString(number.getAsLong()))
                : Optional.empty();
    }

    private static Optional<Long> shm(Decoding in, Field field) {
        return in.quantity(
                field,
                text -> {
                    OptionalLong bytes = Units.bytes(text);
                    return bytes.isPresent()
                                    && bytes.getAsLong() > 0
                                    && bytes.getAsLong() % PAGE == 0
                            ? Optional.of(bytes.getAsLong())
                            : Optional.empty();
                },
                "a whole number of 4 KiB pages, such as 64GiB");
    }

    private static Optional<TrustWish> trust(Decoding in, Field field) {
        Optional<Section> open = Section.open(in, field, "ssh-trust: true, or {user: ann}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> user =
                open.get().require("user", "who logs in").flatMap(f -> PolicyFiles.owner(in, f));
        open.get().close();
        return user.map(u -> new TrustWish(Optional.of(u)));
    }

    private static Optional<Nccl> nccl(Decoding in, Field field) {
        Optional<Section> open =
                Section.open(in, field, "nccl: true, or {environment: {NCCL_DEBUG: INFO}}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        TreeMap<String, String> environment = new TreeMap<>();
        section.get("environment")
                .flatMap(f -> Section.open(in, f, "environment: {NCCL_DEBUG: INFO}"))
                .ifPresent(s -> s.all().forEach(f -> variable(in, f, environment)));
        Optional<Field> classField = section.get("traffic-class");
        OptionalInt trafficClass =
                classField.isPresent() && !Decoding.isNull(classField.get().value())
                        ? in.integer(classField.get(), 0, 255)
                        : OptionalInt.empty();
        section.close();
        if (trafficClass.isPresent() && environment.containsKey("NCCL_IB_TC")) {
            in.problems.error(
                    classField.orElseThrow().at(),
                    "the traffic class is also given as NCCL_IB_TC",
                    "keep one of the two");
        }
        return Optional.of(
                new Nccl(
                        environment,
                        trafficClass.isPresent()
                                ? Optional.of(trafficClass.getAsInt())
                                : Optional.empty()));
    }

    private static void variable(Decoding in, Field field, Map<String, String> environment) {
        if (!VARIABLE.matcher(field.name()).matches()) {
            in.problems.error(
                    field.keyAt(),
                    "is not a variable of NCCL",
                    "write one that begins with NCCL_; others belong to a job's environment");
        } else if (Decoding.isNull(field.value())) {
            environment.put(field.name(), "");
        } else {
            in.scalar(field)
                    .filter(v -> Entries.oneLine(in, field, v))
                    .filter(v -> Credentials.absent(in, field, field.name(), v))
                    .ifPresent(v -> environment.put(field.name(), v));
        }
    }

    private static Optional<String> hostfile(Decoding in, Field field, Map<String, Spot> spots) {
        Optional<String> path = in.word(field).filter(p -> PolicyFiles.absolute(in, field, p));
        path.ifPresent(p -> spots.putIfAbsent(p, field.at()));
        return path;
    }
}

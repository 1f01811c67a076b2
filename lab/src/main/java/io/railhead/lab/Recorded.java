package io.railhead.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Stand-ins for tools that need hardware or drivers which a lab host does not have. They answer
/// from recorded samples and say so on standard error, by which evidence and reports mark what
/// rests on them as recorded.
public final class Recorded {
    private static final String FOLDER = "recorded/";
    private static final String INSTALLED = "/usr/local/lib/railhead-lab/";
    private static final String EXECUTABLE = "rwxr-xr-x";

    /// @param folders of samples; a command line that several answer is answered by the first
    /// @param devices RDMA devices of the rails, in their order
    /// @param gpus number and model, `2xH200`, or `none`
    record Profile(
            String name, List<String> folders, List<String> devices, String gpus, String meaning) {}

    /// One command line that is answered.
    ///
    /// @param pattern a pattern of sh(1), tool included: `ethtool -S eth[12]`
    /// @param sample folder and file
    record Answer(String pattern, String sample) {
        String tool() {
            return pattern.split(" ")[0];
        }
    }

    /// The profile that `--recorded` without a name means.
    public static final String DEFAULT = "mlx5";

    private Recorded() {}

    static List<Profile> profiles() {
        List<Profile> profiles = new ArrayList<>();
        for (String line : Resources.lines(FOLDER + "profiles.txt")) {
            String[] words = line.split(" +", 5);
            profiles.add(
                    new Profile(
                            words[0],
                            List.of(words[1].split(",")),
                            List.of(words[2].split(",")),
                            words[3],
                            words[4]));
        }
        return profiles;
    }

    /// Names of the profiles, with what they are.
    public static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        profiles().forEach(p -> names.put(p.name(), p.meaning()));
        return names;
    }

    static Optional<Profile> profile(String name) {
        return profiles().stream().filter(p -> p.name().equals(name)).findFirst();
    }

    static List<Answer> answers(Profile profile) {
        List<Answer> answers = new ArrayList<>();
        for (String folder : profile.folders()) {
            for (String line : Resources.lines(FOLDER + folder + "/tools.txt")) {
                int gap = line.lastIndexOf("  ");
                answers.add(
                        new Answer(
                                line.substring(0, gap).strip(),
                                folder + "/" + line.substring(gap).strip()));
            }
        }
        return answers;
    }

    /// Puts the stand-ins where every host of the lab has them. The host, as it starts, puts them
    /// in the place of the system's own programs: those are found before all others.
    static void install(Profile profile, Tree skeleton) throws IOException {
        List<Answer> answers = answers(profile);
        StringBuilder cases = new StringBuilder();
        TreeSet<String> tools = new TreeSet<>();
        TreeSet<String> samples = new TreeSet<>();
        for (Answer answer : answers) {
            cases.append("    ")
                    .append(answer.pattern().replace(" ", "\\ "))
                    .append(") sample=")
                    .append(answer.sample())
                    .append(" ;;\n");
            tools.add(answer.tool());
            samples.add(answer.sample());
        }
        for (String sample : samples) {
            skeleton.file(INSTALLED + sample, Resources.text(FOLDER + sample));
        }
        String script =
                Resources.text(FOLDER + "stand-in.sh").replace("@CASES@\n", cases.toString());
        skeleton.file(INSTALLED + "stand-in", script, EXECUTABLE);
        skeleton.file(INSTALLED + "tools", String.join("\n", tools) + "\n");
        skeleton.file(INSTALLED + "in-place", Resources.text(FOLDER + "in-place.sh"), EXECUTABLE);
    }
}

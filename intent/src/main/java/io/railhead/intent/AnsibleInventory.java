package io.railhead.intent;

/// Reads an Ansible inventory, INI or YAML: hosts and their ranges, groups, `:children`, `:vars`,
/// and the connection variables with Ansible's precedence (parent group, child group, host).
/// Nothing is executed and nothing templated: values with `{{ }}`, passwords and dynamic
/// inventories are named as what could not be carried over.
public final class AnsibleInventory {
    private AnsibleInventory() {}

    /// Reads either form; which one is told from the text.
    ///
    /// @param file for messages, and for what relative key paths are relative to
    public static Imported read(String file, String text) {
        return isYaml(text) ? yaml(file, text) : ini(file, text);
    }

    /// Reads the INI form.
    public static Imported ini(String file, String text) {
        Problems problems = new Problems(file);
        AnsibleGroups groups = new AnsibleGroups(problems);
        new AnsibleIni(groups, problems).read(text);
        return groups.imported();
    }

    /// Reads the YAML form.
    public static Imported yaml(String file, String text) {
        Problems problems = new Problems(file);
        AnsibleGroups groups = new AnsibleGroups(problems);
        YamlText.compose(text, problems)
                .root()
                .ifPresent(root -> new AnsibleYaml(groups, problems).read(root));
        return groups.imported();
    }

    /// The first line that says something is `key:` in YAML, a section or a host in INI.
    private static boolean isYaml(String text) {
        return text.lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !l.startsWith("#") && !l.startsWith(";"))
                .findFirst()
                .filter(
                        l ->
                                l.equals("---")
                                        || l.startsWith("--- ")
                                        || l.startsWith("{")
                                        || l.matches("[\"']?[A-Za-z_][A-Za-z0-9_.-]*[\"']?:( .*)?"))
                .isPresent();
    }
}

package io.railhead.reach;

import java.util.List;
import java.util.regex.Pattern;

/// What secrets look like, by the words before them or by their own shape. [Secrets] masks what
/// they find; each is tried only on lines that hold one of its triggers.
final class SecretRules {
    private SecretRules() {}

    /// A pattern, its secret in the group `s`, applied to lines that contain a trigger.
    record Rule(List<String> triggers, Pattern pattern) {
        static Rule of(String regex, String... triggers) {
            return new Rule(List.of(triggers), Pattern.compile(regex, Pattern.CASE_INSENSITIVE));
        }
    }

    private static final String NAMES =
            "(?:pass(?:word|wd|phrase)|secret|token|credentials?|api[_-]?key|access[_-]?key"
                    + "|private[_-]?key|preshared[_-]?key|auth[_-]?key|encryption[_-]?key|psk)";

    /// Values that are no secret: absence, switches, references to where a secret is kept.
    private static final String HARMLESS =
            "(?!(?:null|none|no|yes|true|false|on|off|disabled|enabled|required|files?|compat"
                    + "|x|~|\\*+)(?:[\\s,;\"'\\]})]|$))(?!\\[masked])"
                    // {file: …}, ${VARIABLE}, $(command), <placeholder>, ~/file
                    + "(?![{<]|\\$[{(]|(?-i:\\$[A-Z_]+\\b)|~/|\\[\\s*$)";

    private static final String QUOTED = "\"(?:\\\\.|[^\"\\\\]++){0,500}+\"?|'[^']*+'?";

    /// Words that open settings of network systems, and much prose as well.
    private static final String DEVICE_LINE =
            "\\b(?:username|user|enable|neighbor|line|aaa|tacacs\\S*|radius\\S*"
                    + "|ospf|isis|bgp|vrrp|peer|server|host)\\b.{0,120}?\\s";

    /// What no word of a sentence has: a quote, a digit, a sign, a capital after a small letter.
    private static final String SECRET_LOOK =
            "[\"']|\\S{0,200}?(?:[0-9@#$%^&*+=|~!]\\S|\\S[0-9@#$%^&*+=|~]|(?-i:[a-z][A-Z]))";

    static final List<Rule> ALL =
            List.of(
                    // password: x, "token":"x", PGPASSWORD=x, --api-key=x, psk = "x"
                    Rule.of(
                            NAMES
                                    + "[\\w.-]{0,24}[\"']?\\s{0,8}[:=]\\s{0,8}"
                                    + HARMLESS
                                    + "(?<s>"
                                    + QUOTED
                                    + "|[^\\s,;\"'}\\])&]+)",
                            "pass",
                            "secret",
                            "token",
                            "credential",
                            "key",
                            "psk"),
                    // --password x, sshpass -p x
                    Rule.of(
                            "(?:"
                                    + NAMES
                                    + "[\\w-]{0,16}+(?<=(?:^|[\\s'\"])-[\\w-]{1,64})"
                                    + "|\\bsshpass\\s+-p)\\s{1,4}(?!-|\\[masked])(?<s>"
                                    + QUOTED
                                    + "|\\S+)",
                            "pass",
                            "secret",
                            "token",
                            "key",
                            "psk"),
                    Rule.of(
                            "\\bipmi\\w*\\b.{0,200}?\\s-P\\s{0,4}(?!\\[masked])(?<s>"
                                    + QUOTED
                                    + "|\\S+)",
                            "ipmi"),
                    // Network systems: username x secret 5 y, neighbor a password y. Without a
                    // separator the next word is a secret only where its kind stands before it,
                    // where it looks like one, or where the line is a command that takes one.
                    Rule.of(
                            DEVICE_LINE
                                    + "(?:message-digest-key\\s+\\d+\\s+md5|sha512|hashed-password)"
                                    + "\\s+(?:\\d{1,2}\\s+)?+"
                                    + HARMLESS
                                    + "(?<s>"
                                    + QUOTED
                                    + "|\\S+)",
                            "md5",
                            "sha512",
                            "hashed-password"),
                    Rule.of(
                            DEVICE_LINE
                                    + "(?:password|secret|key)\\s+(?:\\d{1,2}\\s+|(?="
                                    + SECRET_LOOK
                                    + "))"
                                    + HARMLESS
                                    + "(?<s>"
                                    + QUOTED
                                    + "|\\S+)",
                            "password",
                            "secret",
                            " key "),
                    Rule.of(
                            "^(?:\\S{0,64}[#>])?\\s{0,16}(?:username\\s+\\S{1,64}(?:\\s+(?:privilege"
                                    + "|role|group)\\s+\\S{1,64}){0,3}|enable|neighbor\\s+\\S{1,64}"
                                    + "|(?:radius|tacacs)-server\\b.{0,120}?|(?:ip\\s+)?ospf\\b.{0,64}?"
                                    + "|isis\\b.{0,64}?|vrrp\\b.{0,64}?)\\s+(?:password|secret|key)\\s+"
                                    + HARMLESS
                                    + "(?<s>"
                                    + QUOTED
                                    + "|\\S+)\\s*+(?:$|(?:role|privilege|group|encrypted|port"
                                    + "|timeout|level)\\b)",
                            "password",
                            "secret",
                            " key "),
                    Rule.of(
                            "\\b(?:(?:snmp-server\\s+community|r[ow]community6?+|community\\s+string"
                                    + "|trap[12]?+sink\\s+\\S+|com2sec6?+\\s+\\S+\\s+\\S+)\\s+"
                                    + "|snmp.{0,80}?community[\"']?\\s*[:=]\\s*)"
                                    + "(?:\\d\\s+)?+(?!\\[masked])(?<s>"
                                    + QUOTED
                                    + "|\\S+)",
                            "community",
                            "com2sec",
                            "sink"),
                    Rule.of(
                            "\\b(?:authorization|proxy-authorization|x-auth-token|x-api-key"
                                    + "|set-cookie|cookie)[\"']?\\s*[:=]\\s*[\"']?"
                                    + "(?:(?:basic|bearer|digest|negotiate|token|apikey)\\s+)?+"
                                    + "(?!\\[masked])(?<s>[^\\s\"'](?:[^\"'\\r]*[^\\s\"'])?)",
                            "authorization",
                            "x-auth-token",
                            "x-api-key",
                            "cookie"),
                    Rule.of(
                            "\\bbearer\\s+(?=" + SECRET_LOOK + "|\\S{24})(?<s>[\\w.~+/=-]{8,})",
                            "bearer"),
                    // scheme://user:password@host
                    Rule.of(
                            "\\b[a-z][a-z0-9+.-]{1,20}://[^\\s/@:\"']{0,128}:(?!\\[masked]@)"
                                    + "(?<s>[^\\s/\"']{1,512}?)@",
                            "://"),
                    Rule.of("\\b[a-z][a-z0-9+.-]{1,20}://(?<s>[\\w.~%+-]{20,512})@", "://"),
                    // crypt(3)
                    Rule.of(
                            "(?<s>\\$(?:1|2[abxy]?|5|6|7|y|gy|sha1|argon2\\w{0,2})\\$[./a-z0-9$=,+]{16,})",
                            "$1$",
                            "$2",
                            "$5$",
                            "$6$",
                            "$7$",
                            "$y$",
                            "$gy$",
                            "$sha1$",
                            "$argon2"),
                    // WireGuard in wg.conf, `wg show` and netplan
                    Rule.of(
                            "\\b(?:private|shared|preshared|private[ _-]?key|preshared[ _-]?key|key)"
                                    + "\\s*[:=]\\s*[\"']?(?<s>[a-z0-9+/]{42,43}={1,2})",
                            "private",
                            "shared",
                            "key"),
                    Rule.of(
                            "\\b(?<s>(?-i:A(?:KIA|SIA|ROA|IDA)[0-9A-Z]{16}))\\b",
                            "akia",
                            "asia",
                            "aroa",
                            "aida"),
                    Rule.of(
                            "\\b(?<s>(?:gh[pousr]_[a-z0-9]{20,}|github_pat_[a-z0-9_]{20,}"
                                    + "|glpat-[\\w-]{16,}|xox[a-z]-[\\w-]{10,}|hf_[a-z0-9]{20,}"
                                    + "|nvapi-[\\w-]{20,}|sk-[a-z0-9_-]{20,}|dop_v1_[a-f0-9]{20,}"
                                    + "|npm_[a-z0-9]{30,}|AIza[\\w-]{30,}))",
                            "ghp_",
                            "gho_",
                            "ghu_",
                            "ghs_",
                            "ghr_",
                            "github_pat_",
                            "glpat-",
                            "xox",
                            "hf_",
                            "nvapi-",
                            "sk-",
                            "dop_v1_",
                            "npm_",
                            "aiza"),
                    // JSON web token
                    Rule.of("\\b(?<s>eyJ[\\w-]{6,}\\.[\\w-]{6,}\\.[\\w-]{6,})", "eyj"));
}

package io.railhead.reach;

import io.railhead.model.Probe;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A plan of probes as one POSIX shell script (dash, bash, busybox ash) that writes nothing on the
/// machine and prints what [ProbeStream] reads.
///
/// A frame begins with a line `MARK STATUS INDEX FLAGS ITEM`: the status is that of the frame
/// before, the index is the probe's in the plan, the item what `$x` was. The mark is 128 random
/// bits and new for each run. Frames are streamed between marks and not collected in a variable and
/// length-prefixed: that costs no process a probe, a probe that floods does not fill the machine's
/// memory, and what a killed probe or a cut connection had printed is kept. Only large outputs are
/// compressed, each for itself (flag `z`), and carry their length in gzip's own framing.
///
/// Standard error goes its own way with a mark of its own before each probe. Probes against peers
/// wait on the network and so run all at once, beside the other probes: the frame of each (flag
/// `p`) carries its standard error and status after a line `MARK p`, and is short enough for a pipe
/// to take it whole, so that they share one.
///
/// Processes are what a script costs: some 0.6 ms of CPU each, a third of that for a mere fork. A
/// simple command costs two (`timeout` and itself), one that needs a shell three. The first script
/// for a machine is unguarded: it trusts [Probe#prompt] probes to end, each of which is one process
/// or one fork. If one of them hangs all the same, [HostCollection] sees it and has the rest done
/// by a guarded script.
final class ProbeScript {

    /// Probes of this name go first, for the comparison of clocks.
    static final String CLOCK = "clock";

    /// What a pipe takes whole is PIPE_BUF, 4096 bytes on Linux; this is less the frame's head.
    private static final int PEER_OUTPUT = 3600;

    /// Peers tested at once by one machine.
    private static final int AT_ONCE = 32;

    /// Interfaces without hardware behind them that are looked at; container hosts have hundreds.
    private static final int VIRTUAL_INTERFACES = 64;

    /// A command longer than this is fed to its shell: Linux takes no single argument longer than
    /// 128 KiB (MAX_ARG_STRLEN), and quotes make it longer.
    static final int LONGEST_ARGUMENT = 64 << 10;

    private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_./:=,+@% -]|\\$x\\b");
    private static final Set<String> BUILT_IN =
            Set.of(
                    ".", ":", "[", "alias", "break", "case", "cd", "command", "echo", "eval",
                    "exec", "exit", "export", "for", "getopts", "hash", "if", "jobs", "kill",
                    "local", "printf", "pwd", "read", "return", "set", "test", "times", "trap",
                    "type", "ulimit", "umask", "unset", "until", "wait", "while");

    private final String mark;
    private final List<Probe> probes;
    private final List<Peer> peers;
    private final boolean sudo;
    private final boolean compress;
    private final boolean guarded;

    /// @param sudo true when probes that want root are to try `sudo -n`
    /// @param compress false when the output is not read as bytes
    /// @param guarded true when every probe gets a `timeout` of its own
    ProbeScript(
            String mark,
            List<Probe> probes,
            List<Peer> peers,
            boolean sudo,
            boolean compress,
            boolean guarded) {
        this.mark = mark;
        this.probes = probes;
        this.peers = peers;
        this.sudo = sudo && probes.stream().anyMatch(Probe::root);
        this.compress = compress && probes.stream().anyMatch(Probe::large);
        this.guarded = guarded;
    }

    /// The script, to be wrapped by [Shell#wrap] with the same mark.
    String text() {
        StringBuilder script = new StringBuilder(preamble());
        for (int i = 0; i < probes.size(); i++) {
            if (probes.get(i).name().equals(CLOCK) && probes.get(i).each() == Probe.Each.ONCE) {
                once(script, i);
            }
        }
        boolean withPeers =
                !peers.isEmpty() && probes.stream().anyMatch(p -> p.each() == Probe.Each.PEER);
        if (withPeers) {
            peerFunctions(script);
            script.append("{\n");
            peersAtOnce(script);
            script.append("} | {\nexec 5<&0 </dev/null\n");
        }
        for (int i = 0; i < probes.size(); i++) {
            Probe probe = probes.get(i);
            switch (probe.each()) {
                case ONCE -> {
                    if (!probe.name().equals(CLOCK)) {
                        once(script, i);
                    }
                }
                case INTERFACE -> loop(script, i, "$I");
                case RDMA_DEVICE -> loop(script, i, "$D");
                case PEER -> {
                    // Beside the others.
                }
            }
        }
        script.append("m $s end - -\n");
        if (withPeers) {
            script.append("cat <&5\n}\n");
        }
        // What came through a pipe comes after the end of the others; this is the end of all.
        script.append("m - all - -\n");
        return script.toString();
    }

    private String preamble() {
        StringBuilder script =
                new StringBuilder(
                        """
                        M='%s'
                        LC_ALL=C; export LC_ALL; unset LANGUAGE
                        x= mtu= from=; export x mtu from; s=-
                        m() { printf '\\n%%s %%s %%s %%s %%s\\n' $M "$1" $2 $3 "$4"
                        printf '\\n%%s %%s %%s\\n' $M $2 "$4" >&2; }
                        if command -v timeout >/dev/null 2>&1
                        then
                        t() { command -v "$2" >/dev/null 2>&1 || {
                        echo "sh: $2: not found" >&2; return 127; }; timeout -k 1 "$@"; }
                        v() { u timeout -k 1 "$@"; }
                        else
                        t() { n=$1; shift; "$@" & b=$!
                        { sleep $n; kill -9 $b; } >/dev/null 2>&1 & w=$!
                        wait $b; r=$?; kill $w 2>/dev/null; return $r; }
                        v() { n=$1; shift; t $n u "$@"; }
                        fi
                        """
                                .formatted(mark));
        if (compress) {
            // Only hardware has much to tell.
            script.append(
                    """
                    Z=
                    for p in /sys/class/net/*/device /sys/class/infiniband/*; do
                    [ ! -e "$p" ] || ! command -v gzip >/dev/null 2>&1 || Z=1
                    done
                    """);
        }
        if (sudo) {
            script.append(
                    """
                    _q="'"
                    u() { _c='@PATH@; exec'; for _a; do _o=
                    while case $_a in *$_q*) : ;; *) false ;; esac
                    do _o="$_o${_a%%$_q*}'\\\\''"; _a=${_a#*$_q}; done
                    _c="$_c '$_o$_a'"; done
                    printf '%s\\n' "$_c" | sudo -n /bin/sh; }
                    if E=$(echo : | sudo -n /bin/sh 2>&1); then S=s; r() { v "$@"; }
                    else S=; r() { echo "railhead: not run as root: $E" >&2; t "$@"; }; fi
                    """
                            .replace("@PATH@", Shell.PATH));
        }
        if (probes.stream().anyMatch(p -> p.each() == Probe.Each.INTERFACE)) {
            script.append(
                    """
                    A= B= n=0
                    for p in /sys/class/net/*; do
                    x=${p##*/}; [ $x != lo ] && [ -e "$p/ifindex" ] || continue
                    if [ -e "$p/device" ]; then A="$A $x"
                    else n=$((n+1)); [ $n -gt %1$d ] || B="$B $x"; fi
                    done; I="$A$B"
                    [ $n -le %1$d ] || m - note - "$n virtual interfaces, %1$d looked at"
                    """
                            .formatted(VIRTUAL_INTERFACES));
        }
        if (probes.stream().anyMatch(p -> p.each() == Probe.Each.RDMA_DEVICE)) {
            script.append(
                    """
                    D=
                    for p in /sys/class/infiniband/*; do [ -d "$p" ] && D="$D ${p##*/}"; done
                    """);
        }
        return script.append("x=; set -f\n").toString();
    }

    private void once(StringBuilder script, int index) {
        frame(script, index, "-");
    }

    private void loop(StringBuilder script, int index, String items) {
        script.append("for x in ").append(items).append("; do\n");
        frame(script, index, "$x");
        script.append("done\n");
    }

    private void frame(StringBuilder script, int index, String item) {
        Probe probe = probes.get(index);
        String flag = sudo && probe.root() ? "$S-" : "-";
        String run = command(probe);
        String plain = "m $s " + index + " " + flag + " \"" + item + "\"; " + run + "; s=$?\n";
        if (compress && probe.large()) {
            script.append("if [ $Z ]")
                    .append(
                            probe.each() == Probe.Each.INTERFACE
                                    ? " && [ -e \"/sys/class/net/$x/device\" ]"
                                    : "")
                    .append("; then m $s ")
                    .append(index)
                    .append(" z")
                    .append(flag)
                    .append(" \"")
                    .append(item)
                    .append("\"; { ")
                    .append(run)
                    .append("; printf '\\n%s' $?; } | gzip -1c; s=-\nelse ")
                    .append(plain)
                    .append("fi\n");
        } else {
            script.append(plain);
        }
    }

    private String command(Probe probe) {
        if (probe.command().length() > LONGEST_ARGUMENT) {
            return fed(probe);
        }
        boolean simple = isSimple(probe.command());
        String plain = probe.command().strip().replace("$x", "\"$x\"");
        if (probe.prompt() && !guarded && !(sudo && probe.root())) {
            // By eval, so that a syntax error ends the subshell and not the script.
            return simple ? plain : "(set +f; set --; eval " + quote(probe.command()) + ")";
        }
        String run = sudo && probe.root() ? "r " : "t ";
        long limit = Math.max(1, probe.limit().toSeconds());
        if (simple) {
            return run + limit + " " + plain;
        }
        // By arguments and not by the environment, which sudo does not pass on.
        return run
                + limit
                + " sh -c "
                + quote("x=$1 mtu=$2 from=$3; export x mtu from; set --\n" + probe.command())
                + " sh \"$x\" \"$mtu\" \"$from\"";
    }

    /// A command on its shell's standard input, which it is not to read itself. Only built-ins take
    /// it before that, so its length does not matter.
    private String fed(Probe probe) {
        long limit = Math.max(1, probe.limit().toSeconds());
        String shell =
                "l=" + Shell.TIMEOUT + " && l=\"$l -k 1 " + limit + "\"\n$l " + Shell.ROOT_SHELL;
        String script = "{\n" + Shell.PATH + "\n" + probe.command() + "\n} </dev/null\nexit\n";
        String feed = "printf '%s\\n' " + quote(script) + " | ";
        if (!(sudo && probe.root())) {
            return "{ " + feed + "{ " + shell + "\n}; }";
        }
        return "if [ $S ]; then printf '%s\\n' "
                + quote(feed + "{ " + shell + "\n}")
                + " | sudo -n "
                + Shell.ROOT_SHELL
                + "; else echo \"railhead: not run as root: $E\" >&2; "
                + feed
                + "{ "
                + shell
                + "\n}; fi";
    }

    static boolean isSimple(String command) {
        String text = command.strip();
        if (text.isEmpty() || !SIMPLE.matcher(text).replaceAll("").isEmpty()) {
            return false;
        }
        String first = text.split(" +")[0];
        return !first.contains("=") && !first.contains("$") && !BUILT_IN.contains(first);
    }

    static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private void peerFunctions(StringBuilder script) {
        for (int i = 0; i < probes.size(); i++) {
            if (probes.get(i).each() == Probe.Each.PEER) {
                script.append("q")
                        .append(i)
                        .append("() { ")
                        .append(command(probes.get(i)))
                        .append("; }; g")
                        .append(i)
                        .append(sudo && probes.get(i).root() ? "=$S\n" : "=\n");
            }
        }
        script.append(
                """
                one() { x=$2 mtu=$3 from=$4; eval "g=\\$g$1"
                o=$({ e=$(q$1 2>&1 >&4; printf '\\n%%s' $?); } 4>&1; printf '\\n%%s p\\n%%s' $M "$e")
                [ ${#o} -le %1$d ] || o=$(printf '%%.%1$ds\\n-' "$o")
                printf '\\n%%s - %%s p%%s %%s\\n%%s' $M $1 "$g" "$x,$mtu,$from" "$o"; }
                """
                        .formatted(PEER_OUTPUT));
    }

    private void peersAtOnce(StringBuilder script) {
        int begun = 0;
        for (int i = 0; i < probes.size(); i++) {
            if (probes.get(i).each() != Probe.Each.PEER) {
                continue;
            }
            for (Peer peer : peers) {
                script.append("one ")
                        .append(i)
                        .append(" ")
                        .append(quote(peer.address()))
                        .append(" ")
                        .append(peer.mtu())
                        .append(" ")
                        .append(quote(peer.from()))
                        .append(" &\n")
                        .append(++begun % AT_ONCE == 0 ? "wait\n" : "");
            }
        }
        script.append("wait\n");
    }

    /// The item of a peer's frame.
    static String item(Peer peer) {
        return peer.address() + "," + peer.mtu() + "," + peer.from();
    }

    /// The command of a frame as evidence cites it.
    static String shown(Probe probe, String item, boolean withSudo) {
        String text = probe.shown().strip();
        if (probe.each() == Probe.Each.PEER) {
            String[] parts = item.split(",", -1);
            if (parts.length == 3) {
                text = put(put(put(text, "x", parts[0]), "mtu", parts[1]), "from", parts[2]);
            }
        } else if (probe.each() != Probe.Each.ONCE) {
            text = put(text, "x", item);
        }
        return (withSudo ? "sudo -n " : "") + text;
    }

    private static String put(String text, String name, String value) {
        return Pattern.compile("\"\\$\\{?" + name + "}?\"|\\$\\{" + name + "}|\\$" + name + "\\b")
                .matcher(text)
                .replaceAll(java.util.regex.Matcher.quoteReplacement(value));
    }
}

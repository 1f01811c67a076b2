# Whether sshd, started anew with its files as they are now, would still let this login in. The
# dead-man's switch cannot tell: its fresh connection is served by the sshd that runs.
# shellcheck shell=sh disable=SC2154

# Who this connection logged in as, from where and to where: "USER ADDRESS LOCAL PORT". sudo takes
# the variable away; a process above it still has it. Fails where there is no such connection.
rh_login() (
    p=$$
    user=
    from=${SSH_CONNECTION-}
    while [ "${p:-0}" -gt 1 ]; do
        [ -n "$from" ] || from=$(tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null |
            sed -n 's/^SSH_CONNECTION=//p')
        c=$(tr '\0' ' ' <"/proc/$p/cmdline" 2>/dev/null)
        case $c in "sshd: "*@* | "sshd-session: "*@*)
            user=${c#*: }
            user=${user%@*}
            break
            ;;
        esac
        s=
        read -r s 2>/dev/null <"/proc/$p/stat" || break
        s=${s##*) }
        # shellcheck disable=SC2086
        set -- $s
        p=$2
    done
    # shellcheck disable=SC2086
    set -- $from
    [ $# = 4 ] || exit 1
    printf '%s %s %s %s' "${user:-${SUDO_USER:-$(id -un)}}" "$1" "$3" "$4"
)

# Why that login would not be let in by key, a line each: USER ADDRESS LOCAL PORT [FILE]. By
# sshd_config(5), as `sshd -T -C` tells it for this login.
rh_sshd_faults() (
    sshd=$(command -v sshd || echo /usr/sbin/sshd)
    [ -x "$sshd" ] || exit 0
    if ! said=$("$sshd" -T ${5:+-f "$5"} -C "user=$1,host=$2,addr=$2,laddr=$3,lport=$4" 2>&1); then
        printf 'sshd -T tells no settings: %s\n' "$(printf '%s\n' "$said" | tail -n 1)"
        exit 0
    fi
    home=$(getent passwd "$1" 2>/dev/null || grep "^$1:" /etc/passwd)
    home=${home%:*}
    printf '%s\n' "$said" | awk -v user="$1" -v uid="$(id -u "$1" 2>/dev/null)" -v from="$2" \
        -v to="$3" -v port="$4" -v groups="$(id -Gn "$1" 2>/dev/null)" -v home="${home##*:}" '
        function fits(text, glob,    i, c, r) {
            for (i = 1; i <= length(glob); i++) {
                c = substr(glob, i, 1)
                r = r (c == "*" ? ".*" : c == "?" ? "." : c ~ /[A-Za-z0-9_]/ ? c : "[" c "]")
            }
            gsub(/\[\^\]/, "\\^", r); gsub(/\[\\\]/, "\\\\", r)
            return text ~ ("^(" r ")$")
        }
        function number(a,    p) { split(a, p, "."); return ((p[1] * 256 + p[2]) * 256 + p[3]) * 256 + p[4] }
        # Of ranges of IPv6 it is not worked out which addresses they have: OTHERWISE.
        function host(glob, otherwise,    p, size) {
            if (split(glob, p, "/") != 2) return fits(from, glob)
            if (p[1] ~ /:/ || from ~ /:/) return otherwise
            size = 2 ^ (32 - p[2])
            return int(number(from) / size) == int(number(p[1]) / size)
        }
        function account(pattern, otherwise,    at) {
            at = index(pattern, "@")
            if (at == 0 || fits(user, pattern)) return fits(user, pattern)
            return fits(user, substr(pattern, 1, at - 1)) && host(substr(pattern, at + 1), otherwise)
        }
        function grouped(pattern,    g, n, i) {
            n = split(groups, g, " ")
            for (i = 1; i <= n; i++) if (fits(g[i], pattern)) return 1
            return 0
        }
        function resolved(file) {
            gsub(/%h/, home, file); gsub(/%u/, user, file); gsub(/%U/, uid, file); gsub(/%%/, "%", file)
            return file ~ /^\// ? file : home "/" file
        }
        function told(what) { print what }
        { k = $1; v = $0; sub(/^[^ ]+ */, "", v) }
        k == "allowusers" { users = 1; if (account(v, 1)) user_in = 1 }
        k == "denyusers" && account(v, 0) { told("DenyUsers has " v) }
        k == "allowgroups" { of = 1; if (grouped(v)) group_in = 1 }
        k == "denygroups" && grouped(v) { told("DenyGroups has " v) }
        k == "pubkeyauthentication" && v == "no" { told("PubkeyAuthentication is no") }
        k == "permitrootlogin" && uid == "0" && v ~ /^(no|forced-commands-only)$/ {
            told("PermitRootLogin is " v)
        }
        k == "authenticationmethods" && (" " v " ") !~ / (any|publickey) / {
            told("AuthenticationMethods is " v)
        }
        k == "forcecommand" && v != "none" { told("ForceCommand is " v) }
        k == "chrootdirectory" && v != "none" { told("ChrootDirectory is " v) }
        k == "maxsessions" && v == "0" { told("MaxSessions is 0") }
        k ~ /^(authorizedkeyscommand|trustedusercakeys)$/ && v != "none" { elsewhere = 1 }
        k == "authorizedkeysfile" { files = v }
        k == "listenaddress" {
            listens = 1
            a = v; sub(/ .*/, "", a); n = a; sub(/:[0-9]+$/, "", a); sub(/.*:/, "", n)
            gsub(/[][]/, "", a)
            if (n == port && (a == to || a == (to ~ /:/ ? "::" : "0.0.0.0"))) heard = 1
        }
        END {
            if (users && !user_in) told("AllowUsers does not have " user)
            if (of && !group_in) told("AllowGroups has no group of " user)
            if (listens && !heard) told("no ListenAddress and Port is " to " port " port)
            if (!elsewhere && files != "") {
                n = split(files, f, " ")
                for (i = 1; i <= n; i++) if ((getline line < resolved(f[i])) > 0) keys = 1
                if (!keys) told("AuthorizedKeysFile is " files ", where there are no keys")
            }
        }'
)
# The same of the files that sshd reads by itself, and of those that the one of this connection was
# started with: USER ADDRESS LOCAL PORT FILE.
rh_login_faults() {
    rh_sshd_faults "$1" "$2" "$3" "$4"
    [ -z "${5-}" ] || rh_sshd_faults "$1" "$2" "$3" "$4" "$5"
}

# Keeps, with step $S, who is logged in and what already speaks against that login.
rh_keep_login() (
    login=$(rh_login) || exit 0
    login="$login $(rh_sshd_file)"
    rh_put "$S/login" "$login" || exit 1
    # shellcheck disable=SC2086
    rh_login_faults $login >"$S/login.faults"
)
# Fails when something new speaks against it.
rh_lets_in() (
    rh_plain "$S/login" || exit 0
    login=$(rh_first "$S/login")
    # shellcheck disable=SC2086
    rh_login_faults $login | while IFS= read -r fault; do
        grep -qxF -e "$fault" "$S/login.faults" 2>/dev/null || printf '%s\n' "$fault"
    done | {
        IFS= read -r fault || exit 0
        rh_fail "sshd would not let ${login%% *} in again by key when it is restarted or reloaded: $fault"
    }
)

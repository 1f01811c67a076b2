# What Railhead's steps on a machine are made of. POSIX sh with coreutils or busybox.
# Lines for the controller start with "rh:". "rh:o" lines are an item's state: they make its
# fingerprint. "rh:n" lines are notes beside it: they may change without anything having moved.
# shellcheck shell=sh

export LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
rh_home=${RH_HOME:-/var/lib/railhead}

rh_say() { printf 'rh:%s\n' "$*"; }
rh_o() { printf 'rh:o %s=%s\n' "$1" "$2"; }
rh_n() { printf 'rh:n %s=%s\n' "$1" "$2"; }
rh_have() { command -v "$1" >/dev/null 2>&1; }
rh_fail() {
    printf '%s\n' "$*" >&2
    return 1
}
rh_b64() { base64 | tr -d '\n'; }
# SHA-256 of standard input, in hex.
rh_sha() {
    rh_sum=$(sha256sum) || return 1
    printf '%s' "${rh_sum%% *}"
}
# To the disk: the files and directories named, or everything where sync takes no names.
rh_sync() { sync "$@" 2>/dev/null || sync; }
# A mark that need not outlast a loss of power, or that is brought to the disk later: PATH TEXT.
rh_mark() { printf '%s\n' "$2" >"$1"; }
# A small file in one step, to the disk: PATH TEXT.
rh_put() {
    printf '%s\n' "$2" >"$1.new" && rh_sync "$1.new" && mv -f "$1.new" "$1" && rh_sync "${1%/*}"
}

# --- files -------------------------------------------------------------------------------------

# State of a file: PATH SHA. Content is sent only when it is not the wanted one (SHA).
rh_see_file() (
    if [ -L "$1" ]; then
        rh_o type link
        rh_o target "$(readlink "$1" | rh_b64)"
        [ -d "$1" ] && rh_o to directory
    elif [ ! -e "$1" ]; then
        rh_o type absent
    elif [ -f "$1" ]; then
        rh_o type file
        rh_see_access "$1"
        rh_see_content "$1" "$2"
    elif [ -d "$1" ]; then
        rh_o type directory
    else
        rh_o type special
    fi
    rh_see_room "$1"
)

rh_see_access() (
    rh_stat=$(stat -c '%a %U %G %u %g' "$1") || exit 1
    # shellcheck disable=SC2086
    set -- $rh_stat
    rh_o mode "$1"
    rh_o owner "$2"
    rh_o group "$3"
    rh_o uid "$4"
    rh_o gid "$5"
)

rh_see_content() (
    sum=$(rh_sha <"$1") || exit 1
    size=$(stat -c %s "$1")
    rh_o size "$size"
    rh_o sha256 "$sum"
    if [ "$sum" != "$2" ] && [ "$size" -le 262144 ]; then
        rh_n content "$(rh_b64 <"$1")"
    fi
)

# Whether the directory that the file goes to can be written.
rh_see_room() (
    d=${1%/*}
    while [ -n "$d" ] && [ ! -e "$d" ] && [ ! -L "$d" ]; do d=${d%/*}; done
    d=${d:-/}
    if [ ! -d "$d" ]; then
        rh_n room "not-a-directory $d"
    elif [ ! -w "$d" ]; then
        rh_n room "unwritable $d"
    else
        rh_n room ok
    fi
)

# Keeps what is at PATH as $S/NAME.was: bytes, mode, owner, times, attributes, or its absence.
rh_keep_file() (
    if [ -L "$1" ] || [ -e "$1" ]; then
        rm -rf "${S:?}/$2.was"
        cp -a "$1" "$S/$2.was" || exit 1
        [ -L "$S/$2.was" ] || rh_sync "$S/$2.was"
    else
        d=${1%/*}
        top=
        while [ -n "$d" ] && [ ! -e "$d" ] && [ ! -L "$d" ]; do
            top=$d
            d=${d%/*}
        done
        rh_put "$S/$2.absent" "$top" || exit 1
    fi
    rh_sync "$S"
)

# Puts a file in place in one step: PATH MODE OWNER GROUP, its bytes in base64 on standard input.
# It is made in a directory of its own beside the target, so nobody else can put a link there.
rh_put_file() (
    [ ! -d "$1" ] || { rh_fail "$1 is a directory" || exit 1; }
    d=${1%/*}
    d=${d:-/}
    (umask 022 && mkdir -p "$d") || exit 1
    t=$d/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    mkdir -m 700 "$t" || exit 1
    if base64 -d >"$t/f" && chown "$3:$4" "$t/f" && chmod "$2" "$t/f" && rh_sync "$t/f" &&
        mv -f "$t/f" "$1"; then
        rmdir "$t"
        if rh_have restorecon; then restorecon "$1" 2>/dev/null; fi
        rh_sync "$d"
    else
        rm -rf "$t"
        rh_fail "cannot write $1 (left as it was)"
    fi
)

# Takes PATH back to what rh_keep_file NAME kept.
rh_give_file() (
    d=${1%/*}
    d=${d:-/}
    t=$d/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    if [ -f "$S/$2.absent" ]; then
        if [ -d "$1" ] && [ ! -L "$1" ]; then rh_fail "$1 has become a directory" || exit 1; fi
        rm -f "$1" || exit 1
        read -r top <"$S/$2.absent"
        # Directories made for it, as far as they are empty.
        while [ -n "$top" ] && [ "${d#"$top"}" != "$d" ]; do
            rmdir "$d" 2>/dev/null || break
            d=${d%/*}
        done
    elif [ -L "$S/$2.was" ] || [ -e "$S/$2.was" ]; then
        if [ -d "$1" ]; then rh_fail "$1 has become a directory" || exit 1; fi
        (umask 022 && mkdir -p "$d") && mkdir -m 700 "$t" || exit 1
        if cp -a "$S/$2.was" "$t/f" && { [ -L "$t/f" ] || rh_sync "$t/f"; } &&
            mv -f "$t/f" "$1"; then
            rmdir "$t"
        else
            rm -rf "$t"
            rh_fail "cannot write $1 back; its former content is in $S/$2.was" || exit 1
        fi
        rh_sync "$d"
    fi
)

# Reading back: PATH MODE OWNER GROUP SHA.
rh_is_file() (
    if [ -L "$1" ] || [ ! -f "$1" ]; then rh_fail "$1 is no regular file" || exit 1; fi
    [ "$(rh_sha <"$1")" = "$5" ] || { rh_fail "$1 reads back with other content" || exit 1; }
    is=$(stat -c '%a %U %G %u %g' "$1")
    # shellcheck disable=SC2086
    set -- "$1" "$2" "$3" "$4" $is
    if [ "$5" != "$2" ]; then rh_fail "$1 has mode $5, not $2" || exit 1; fi
    if [ "$6" != "$3" ] && [ "$8" != "$3" ]; then
        rh_fail "$1 is owned by $6, not $3" || exit 1
    fi
    if [ "$7" != "$4" ] && [ "$9" != "$4" ]; then
        rh_fail "$1 has group $7, not $4" || exit 1
    fi
)

# --- kernel settings -----------------------------------------------------------------------------

# A value with its white space folded: PATH.
rh_sysctl_value() (
    v=$(cat "$1" 2>/dev/null) || exit 1
    set -f
    # shellcheck disable=SC2086
    set -- $v
    printf '%s' "$*"
)

# State of a setting: KEY PATH.
rh_see_sysctl() {
    if [ ! -e "$2" ]; then
        rh_o "live:$1" absent
    elif ! rh_value=$(rh_sysctl_value "$2"); then
        rh_o "live:$1" unreadable
    elif [ -w "$2" ]; then
        rh_o "live:$1" "= $rh_value"
    else
        rh_o "live:$1" "read-only $rh_value"
    fi
}

# Reading back: KEY PATH VALUE.
rh_is_sysctl() {
    rh_value=$(rh_sysctl_value "$2") || { rh_fail "$1 cannot be read"; return 1; }
    [ "$rh_value" = "$3" ] || rh_fail "$1 reads back as $rh_value, not $3"
}

# Keeps a live value: PATH.
rh_keep_sysctl() {
    rh_value=$(rh_sysctl_value "$1") && printf '%s %s\n' "$1" "$rh_value" >>"$S/live.was"
}

# Sets live values as they were kept.
rh_give_sysctl() (
    while read -r path value; do
        printf '%s\n' "$value" >"$path" || exit 1
    done <"$S/live.was"
)

# --- network -------------------------------------------------------------------------------------

# MTU of an interface: NAME. Fails when there is none of that name.
rh_mtu() (
    l=$(ip -o link show dev "$1" 2>/dev/null) || exit 1
    l=${l#* mtu }
    printf '%s' "${l%% *}"
)

rh_see_link() (
    if ! mtu=$(rh_mtu "$1"); then
        rh_o link absent
        names=
        for i in /sys/class/net/*; do names="$names ${i##*/}"; done
        rh_n names "$names"
        exit 0
    fi
    rh_o link present
    rh_o mtu "$mtu"
    l=$(ip -o -d link show dev "$1")
    case $l in *" maxmtu "*)
        l=${l#* maxmtu }
        rh_n maxmtu "${l%% *}"
        ;;
    esac
)

# Keeps which of the links NAME… are down: a network service brings up what it is told to set up.
rh_keep_down() {
    : >"$S/down.was"
    for rh_i in "$@"; do
        rh_line=$(ip -o link show dev "$rh_i" up 2>/dev/null)
        [ -n "$rh_line" ] || printf '%s\n' "$rh_i" >>"$S/down.was"
    done
}

# Takes links down that were.
rh_give_down() (
    while read -r i; do
        if [ -n "$(ip -o link show dev "$i" up 2>/dev/null)" ]; then
            ip link set dev "$i" down || exit 1
        fi
    done <"$S/down.was"
)

# Whether ADDRESS/PREFIX (as the kernel writes it) is on interface NAME: NAME ADDRESS/PREFIX.
rh_has_address() (
    ip -o addr show dev "$1" 2>/dev/null | {
        while read -r _ _ _ a _; do [ "$a" = "$2" ] && exit 0; done
        exit 1
    }
)

# Every address with its interface: "eth1 10.0.0.1/24, …".
rh_addresses() {
    ip -o addr show 2>/dev/null | {
        all=
        while read -r _ i _ a _; do all="$all${all:+,}$i $a"; done
        printf '%s' "$all"
    }
}

# The interface that the controller's connection comes in by and those beneath it, or "unknown".
# ADDRESS is where the controller connects to, if it is a number.
rh_management() (
    c=${SSH_CONNECTION-}
    # Under sudo the variable is gone here, but sudo itself still has it.
    if [ -z "$c" ] && [ -r "/proc/$PPID/environ" ]; then
        c=$(tr '\0' '\n' <"/proc/$PPID/environ" 2>/dev/null | grep '^SSH_CONNECTION=')
        c=${c#*=}
    fi
    # shellcheck disable=SC2086
    set -- "$1" $c
    a=${4:-$1}
    found=$(ip -o addr show 2>/dev/null | while read -r _ i _ has _; do
        [ "${has%%/*}" = "$a" ] && printf '%s ' "$i"
    done)
    [ -n "$a" ] && [ -n "$found" ] || { printf unknown; exit 0; }
    all=$found
    while [ -n "$found" ]; do
        next=
        for i in $found; do
            for l in "/sys/class/net/$i"/lower_*; do
                [ -e "$l" ] && next="$next ${l##*/lower_}"
            done
        done
        all="$all$next"
        found=$next
    done
    printf '%s' "$all"
)

# Network services that run here, by the names that netplan has for them.
rh_network_services() (
    [ -d /run/systemd/system ] || exit 0
    all=
    if systemctl -q is-active systemd-networkd 2>/dev/null; then all=networkd; fi
    if systemctl -q is-active NetworkManager 2>/dev/null; then
        all="$all${all:+ }NetworkManager"
    fi
    printf '%s' "$all"
)

# Who configures interfaces from netplan here: networkd, NetworkManager or none. Where both run, it
# is the one that netplan's files name for all interfaces.
rh_network_service() (
    rh_have netplan || { printf none; exit 0; }
    case $(rh_network_services) in
    "") printf none ;;
    networkd) printf networkd ;;
    NetworkManager) printf NetworkManager ;;
    *) case $(netplan get renderer 2>/dev/null) in
        NetworkManager) printf NetworkManager ;;
        *) printf networkd ;;
        esac ;;
    esac
)

# Rules of what comes from ADDRESS, and routes, as "ip" prints them, joined by "|": a link that is
# without carrier for a moment has not moved.
rh_lines() {
    sed -e 's/ linkdown//' -e 's/ dead//' -e 's/[[:space:]]*$//' | tr '\n' '|'
}
rh_rules() { ip -N "$1" rule show 2>/dev/null || ip "$1" rule show; }
# FAMILY ADDRESS
rh_see_rules() {
    rh_o rules "$(rh_rules "$1" | grep -F "from $2 " | rh_lines)"
}
# FAMILY TABLE
rh_see_table() {
    rh_o table "$(ip "$1" route show table "$2" 2>/dev/null | rh_lines)"
}
# FAMILY SUBNET: routes to it in the main table.
rh_see_route() {
    rh_o "to:$2" "$(ip "$1" route show to exact "$2" 2>/dev/null | rh_lines)"
}
# FAMILY TABLE TO VIA LINK METRIC
rh_has_route() (
    # shellcheck disable=SC2086
    found=$(ip "$1" route show table "$2" to exact "$3" ${4:+via $4} dev "$5" 2>/dev/null)
    [ -n "$found" ]
)
# The same, to make it. METRIC 0 is the kernel's own choice.
rh_add_route() (
    rh_has_route "$@" && exit 0
    metric=
    if [ "$6" != 0 ]; then metric="metric $6"; fi
    # shellcheck disable=SC2086
    if [ -n "$4" ]; then
        ip "$1" route add "$3" via "$4" dev "$5" table "$2" $metric
    elif [ "$1" = -4 ]; then
        ip -4 route add "$3" dev "$5" scope link table "$2" $metric
    else
        ip -6 route add "$3" dev "$5" table "$2" $metric
    fi
)
rh_del_route() (
    rh_has_route "$@" || exit 0
    # shellcheck disable=SC2086
    ip "$1" route del "$3" ${4:+via $4} dev "$5" table "$2"
)
# FAMILY ADDRESS TABLE
rh_has_rule() (
    rh_rules "$1" | grep -q "from $2 lookup $3\$\|from $2 lookup $3 "
)
rh_add_rule() (
    rh_has_rule "$@" || ip "$1" rule add from "$2" lookup "$3" priority "$3"
)
rh_del_rule() (
    if rh_has_rule "$@"; then ip "$1" rule del from "$2" lookup "$3"; fi
)
# By which interface the kernel would send: FAMILY TO FROM VIA LINK.
rh_leaves_by() (
    line=$(ip "$1" route get "$2" from "$3" 2>&1)
    case "$line " in *" dev $5 "*) ;; *) line="! $line" ;; esac
    if [ -n "$4" ]; then case "$line" in *" via $4 "*) ;; *) line="! $line" ;; esac fi
    case $line in
    "! "*) rh_fail "from $3 to $2 the kernel would not send by $5${4:+ via $4}: ${line#! }" ;;
    esac
)

# Lets netplan itself check $S/check.yaml as PATH, among the machine's other files, on a copy.
rh_check_netplan() (
    rh_have netplan || exit 0
    t=$S/check
    rm -rf "$t"
    mkdir -p "$t/etc/netplan" || exit 1
    for d in /lib /usr/lib /etc /run; do
        [ -d "$d/netplan" ] || continue
        mkdir -p "$t$d/netplan" && cp -p "$d"/netplan/*.yaml "$t$d/netplan/" 2>/dev/null
    done
    cp "$S/check.yaml" "$t$1" && chmod 600 "$t$1" || exit 1
    said=$(netplan generate --root-dir "$t" 2>&1)
    status=$?
    rm -rf "$t"
    # What it also says of Open vSwitch that is not there, or of modes, is not why.
    said=$(printf '%s\n' "$said" | grep -v -i -e 'Cannot call Open *vSwitch' -e 'are too open')
    [ "$status" = 0 ] || rh_fail "netplan refuses it: $said"
)

# Makes the network service take up the netplan files as they are now: SERVICE.
rh_use_netplan() {
    case $1 in
    networkd) netplan generate && networkctl reload ;;
    NetworkManager) netplan apply ;;
    *) : ;;
    esac
}

# --- packages ------------------------------------------------------------------------------------

# Who holds a lock of the package manager, in words; fails when it is free. Reads /proc alone: fuser
# and lsof are often missing, and /proc/locks numbers files of an overlay otherwise than stat does.
rh_apt_lock_holder() (
    find /proc/[0-9]*/fd \( -lname /var/lib/dpkg/lock-frontend -o -lname /var/lib/dpkg/lock \
        -o -lname /var/lib/apt/lists/lock -o -lname /var/cache/apt/archives/lock \) 2>/dev/null | {
        while read -r fd; do
            p=${fd#/proc/}
            p=${p%%/*}
            # Open is not yet locked.
            grep -q '^lock:' "/proc/$p/fdinfo/${fd##*/}" 2>/dev/null || continue
            f=$(readlink "$fd") || continue
            what=$(tr '\0' ' ' <"/proc/$p/cmdline" 2>/dev/null | tr -cd '[:print:]' | cut -c 1-60)
            what=${what% }
            printf '%s (process %s) holds %s' "${what:-a process}" "$p" "$f"
            exit 0
        done
        exit 1
    }
)

# For a step's `ready`: refuses the whole run, before anything is changed, while the package manager
# is in use.
rh_apt_free() {
    if rh_holder=$(rh_apt_lock_holder); then rh_refuse "package-manager $rh_holder"; fi
}

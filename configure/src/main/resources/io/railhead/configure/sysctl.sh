# What steps on kernel settings are made of.
# shellcheck shell=sh

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
        rh_n "gone:live:$1" yes
    elif ! rh_value=$(rh_sysctl_value "$2"); then
        rh_o "live:$1" unreadable
    elif [ -w "$2" ]; then
        rh_o "live:$1" "= $rh_value"
    else
        rh_o "live:$1" "read-only $rh_value"
    fi
}

# What a setting can be where only names are taken, with VALUE where a module of that name can be
# loaded: KEY PATH VALUE.
rh_see_choice() (
    case $2 in
    */net/ipv4/tcp_congestion_control)
        all=$(rh_sysctl_value "${2%/*}/tcp_available_congestion_control") || exit 0
        case $3 in
        *[!a-z0-9_]*) ;;
        *)
            if rh_have modprobe && modprobe -n -q "tcp_$3" 2>/dev/null; then all="$all $3"; fi
            ;;
        esac
        rh_n "available:$1" "$all"
        ;;
    esac
)

# Reading back: KEY PATH VALUE.
rh_is_sysctl() {
    rh_value=$(rh_sysctl_value "$2") || { rh_fail "$1 cannot be read"; return 1; }
    [ "$rh_value" = "$3" ] || rh_fail "$1 reads back as $rh_value, not $3"
}

# Sets a live value: KEY PATH VALUE.
rh_set_sysctl() {
    { printf '%s\n' "$3" >"$2"; } 2>/dev/null ||
        rh_fail "the kernel does not take $1 = $3; it is $(rh_sysctl_value "$2")"
}

# Keeps a live value, and those that the kernel changes with it: PATH.
rh_keep_sysctl() {
    rh_keep_value "$1" || return 1
    for rh_p in $(rh_set_with "$1"); do
        [ ! -e "$rh_p" ] || rh_keep_value "$rh_p" 2>/dev/null || :
    done
    case $1 in
    */net/ipv6/conf/*/disable_ipv6 | */net/ipv6/conf/*/forwarding) rh_keep_ipv6_of "$1" ;;
    esac
}
rh_keep_value() {
    rh_value=$(rh_sysctl_value "$1") && printf '%s %s\n' "$1" "$rh_value" >>"$S/live.was"
}

# The settings that may change when PATH is written, by what a kernel 6.18 did when each was:
# forwarding, disable_ipv6, addr_gen_mode and others of conf/all are written to every interface;
# those of conf/default to each interface that has not been given one of its own; of two units of
# one thing the other one follows, and of vm.dirty_bytes and dirty_ratio it becomes 0.
rh_set_with() (
    d=${1%/*}
    k=${1##*/}
    case $1 in
    */net/ipv4/ip_forward) ls -d "$d"/conf/*/forwarding "$d/conf/all/accept_redirects" ;;
    */net/ipv4/conf/all/forwarding)
        ls -d "${d%/*}"/*/forwarding "$d/accept_redirects" "${d%/conf/*}/ip_forward"
        ;;
    */net/ipv[46]/conf/all/* | */net/ipv[46]/conf/default/*) ls -d "${d%/*}"/*/"$k" ;;
    */neigh/*/unres_qlen) echo "$1_bytes" ;;
    */neigh/*/unres_qlen_bytes) echo "${1%_bytes}" ;;
    */neigh/*/base_reachable_time | */neigh/*/retrans_time) echo "$1_ms" ;;
    */neigh/*_time_ms) echo "${1%_ms}" ;;
    */vm/dirty*_bytes) echo "${1%_bytes}_ratio" ;;
    */vm/dirty*_ratio) echo "${1%_ratio}_bytes" ;;
    esac 2>/dev/null
)

# Addresses and routes that go when IPv6 is switched off, and routes that routers have told, which
# go when the host becomes a router itself: PATH of the setting, of one interface or of all.
rh_keep_ipv6_of() {
    rh_l=${1%/*}
    rh_l=${rh_l##*/}
    case $rh_l in
    all | default) rh_l= ;;
    esac
    rh_have ip || return 0
    # shellcheck disable=SC2086
    ip -6 -o addr show ${rh_l:+dev "$rh_l"} scope global permanent 2>/dev/null |
        while read -r _ i _ a _; do printf '%s %s\n' "$i" "$a"; done >>"$S/ipv6-of.was"
    rh_routes_ipv6 | grep -e " dev ${rh_l:-.*} " >>"$S/ipv6-routes-of.was"
    return 0
}
rh_routes_ipv6() {
    ip -6 -o route show table all 2>/dev/null | grep -v -e '^local ' -e '^multicast ' \
        -e '^anycast ' -e '^broadcast ' -e '^ff00::/8 ' -e ' proto kernel ' |
        sed -e 's/\\//g' -e 's/ expires [0-9]*sec//g' -e 's/ linkdown//g' -e 's/ dead//g' \
            -e 's/ error -*[0-9]*//g' -e 's/ *$/ /'
}
rh_give_ipv6_of() (
    status=0
    while read -r i a; do
        [ -e "/proc/sys/net/ipv6/conf/$i" ] || continue
        case "$(ip -6 -o addr show dev "$i")" in *" $a "*) continue ;; esac
        ip -6 addr add "$a" dev "$i" nodad || status=1
    done <"$S/ipv6-of.was"
    while read -r route; do
        rh_routes_ipv6 | grep -q -x -F -e "$route " && continue
        i=${route##* dev }
        [ -e "/proc/sys/net/ipv6/conf/${i%% *}" ] || continue
        # shellcheck disable=SC2086
        said=$(ip -6 route add $route 2>&1) && continue
        # Routers tell theirs again by themselves.
        case "$said $route " in *'File exists'* | *' proto ra '*) continue ;; esac
        rh_fail "the route $route is gone and cannot be given back: $said" || status=1
    done <"$S/ipv6-routes-of.was"
    exit $status
)

# Sets live values as they were kept, as often as one overwrites another. What there is no more, as
# those of an interface that is gone, has no value to be given. What the kernel does not take back
# is named.
rh_give_sysctl() (
    for _ in 1 2 3; do
        while read -r path value; do
            [ -e "$path" ] || continue
            [ "$(rh_sysctl_value "$path")" != "$value" ] || continue
            { printf '%s\n' "$value" >"$path"; } 2>/dev/null
        done <"$S/live.was"
    done
    status=0
    while read -r path value; do
        [ -e "$path" ] || continue
        is=$(rh_sysctl_value "$path")
        [ "$is" = "$value" ] ||
            rh_fail "$path is $is and was $value: the kernel does not take it back" || status=1
    done <"$S/live.was"
    [ ! -e "$S/ipv6-of.was" ] || rh_give_ipv6_of || status=1
    exit $status
)

# What steps on interfaces, addresses, routes and netplan are made of.
# shellcheck shell=sh

# MTU of an interface: NAME. Fails when there is none of that name.
rh_mtu() (
    l=$(ip -o link show dev "$1" 2>/dev/null) || exit 1
    l=${l#* mtu }
    printf '%s' "${l%% *}"
)

rh_see_link() (
    if ! mtu=$(rh_mtu "$1"); then
        rh_o link absent
        rh_n gone:link yes
        rh_n gone:mtu yes
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

rh_is_up() { [ -n "$(ip -o link show dev "$1" up 2>/dev/null)" ]; }

# Whether a link is on: NAME. Notes its hardware address.
rh_see_up() (
    if ! ip link show dev "$1" >/dev/null 2>&1; then
        rh_o link absent
        rh_n gone:link yes
    elif rh_is_up "$1"; then
        rh_o link up
    else
        rh_o link down
    fi
    rh_n "mac:$1" "$(cat "/sys/class/net/$1/address" 2>/dev/null)"
)

# A first line, with nothing to start for it: FILE.
rh_line() {
    rh_text=
    if [ -r "$1" ]; then { read -r rh_text <"$1"; } 2>/dev/null; fi
}

# What tells which interfaces share a physical port: those of a device, and those named like one.
rh_see_ports() (
    for d in /sys/class/net/*; do
        i=${d##*/}
        case $i in en*np*) ;; *) [ -e "$d/device" ] || continue ;; esac
        up=0
        if rh_is_up "$i"; then up=1; fi
        all="up=$up"
        rh_line "$d/carrier"
        all="$all carrier=$rh_text"
        if [ -e "$d/device" ]; then
            p=$(readlink "$d/device")
            rh_line "$d/device/vendor"
            v=$rh_text
            rh_line "$d/device/device"
            all="$all pci=${p##*/} chip=$v:$rh_text"
            for g in "$d"/device/infiniband/*/sys_image_guid; do
                rh_line "$g"
                all="$all guid=$rh_text"
            done
        fi
        rh_line "$d/phys_switch_id"
        all="$all switch=$rh_text"
        rh_line "$d/phys_port_name"
        all="$all portname=$rh_text"
        rh_line "$d/phys_port_id"
        rh_n "port:$i" "$all portid=$rh_text"
    done
)

# Who would keep a link off at boot: netplan, NetworkManager, networkd or nobody; and the state of
# the file by which it would do so for NAME.
rh_see_down_file() (
    case $(rh_network_service)/$(rh_network_services) in
    networkd/*) by=netplan ;;
    NetworkManager/* | none/*NetworkManager*) by=NetworkManager ;;
    none/networkd) by=networkd ;;
    *)
        by=nobody
        if [ -d /etc/netplan ]; then by=netplan; fi
        ;;
    esac
    rh_o by "$by"
    case $by in
    netplan) rh_see_file "/etc/netplan/61-railhead-down-$1.yaml" "" ;;
    NetworkManager) rh_see_file "/etc/NetworkManager/conf.d/61-railhead-down-$1.conf" "" ;;
    networkd) rh_see_file "/etc/systemd/network/05-railhead-down-$1.network" "" ;;
    esac
)
# BY HOW, which is "use", or "unuse" where it is taken back.
rh_use_down_file() {
    case $1 in
    netplan) "rh_${2}_netplan" "$(rh_network_service)" ;;
    NetworkManager) nmcli general reload conf ;;
    networkd) rh_reload_networkd ;;
    esac
}

rh_is_link() { ip link show dev "$1" >/dev/null 2>&1; }

# Keeps whether a link is on, and what it loses when it is switched off: NAME.
rh_keep_link() (
    rh_keep_settings "$1" || exit 1
    : >"$S/link.was"
    rh_is_up "$1" || exit 0
    {
        ip -o addr show dev "$1" scope global | while read -r _ _ _ a _; do
            printf 'addr add %s dev %s\n' "$a" "$1"
        done
        for f in -4 -6; do
            ip $f route show table all dev "$1" 2>/dev/null | while read -r to rest; do
                case $to in local | broadcast | multicast | anycast | unreachable) continue ;; esac
                case "$rest " in *"proto kernel "*) continue ;; esac
                rest=$(printf '%s' "$rest" | sed -e 's/ linkdown//' -e 's/ dead//')
                printf '%s route add %s dev %s %s\n' "$f" "$to" "$1" "$rest"
            done
        done
        echo up
    } >"$S/link.was"
)
# Switches a link on if it was, and gives it back what it then lost: NAME. What is there again by
# itself is no fault, and what is gone has nothing to be given.
rh_give_link() (
    rh_is_link "$1" || exit 0
    rh_give_settings
    grep -qx up "$S/link.was" || exit 0
    rh_is_up "$1" || ip link set dev "$1" up || exit 1
    while read -r line; do
        # shellcheck disable=SC2086
        case $line in
        up) ;;
        *) ip $line 2>/dev/null ;;
        esac
    done <"$S/link.was"
    rh_give_settings
)

# Keeps what systemd-networkd sets of the interfaces NAME… when it takes them over, and leaves so.
rh_keep_settings() {
    : >"$S/settings.was" || return 1
    for rh_i in "$@"; do
        for rh_k in "ipv4/conf/$rh_i/promote_secondaries" "ipv6/conf/$rh_i/accept_ra"; do
            if [ -r "/proc/sys/net/$rh_k" ]; then
                printf '%s %s\n' "$(cat "/proc/sys/net/$rh_k")" "$rh_k" >>"$S/settings.was"
            fi
        done
    done
}
rh_give_settings() {
    while read -r rh_v rh_k; do
        [ "$(cat "/proc/sys/net/$rh_k" 2>/dev/null)" = "$rh_v" ] ||
            echo "$rh_v" >"/proc/sys/net/$rh_k" || :
    done <"$S/settings.was" 2>/dev/null
    return 0
}

# Keeps which of the links NAME… are down: a network service brings up what it is told to set up.
rh_keep_down() {
    : >"$S/down.was"
    for rh_i in "$@"; do
        rh_line=$(ip -o link show dev "$rh_i" up 2>/dev/null)
        [ -n "$rh_line" ] || printf '%s\n' "$rh_i" >>"$S/down.was"
    done
    rh_keep_settings "$@"
}

# Takes links down that were, and gives back what a network service set besides.
rh_give_down() (
    while read -r i; do
        if [ -n "$(ip -o link show dev "$i" up 2>/dev/null)" ]; then
            ip link set dev "$i" down || exit 1
        fi
    done <"$S/down.was"
    rh_give_settings
)

# Whether ADDRESS/PREFIX (as the kernel writes it) is on interface NAME: NAME ADDRESS/PREFIX.
rh_has_address() (
    ip -o addr show dev "$1" 2>/dev/null | {
        while read -r _ _ _ a _; do [ "$a" = "$2" ] && exit 0; done
        exit 1
    }
)

# The same, saying what is there instead.
rh_is_address() {
    rh_has_address "$1" "$2" ||
        rh_fail "$2 is not on $1; there are: $(ip -o addr show dev "$1" 2>&1 |
            while read -r _ _ _ rh_a _; do printf '%s ' "$rh_a"; done)"
}

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
    # Under sudo the variable is gone here, but sudo itself, further up, still has it.
    p=$PPID
    while [ -z "$c" ] && [ "${p:-0}" -gt 1 ] && [ -r "/proc/$p/environ" ]; do
        c=$(tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep '^SSH_CONNECTION=')
        c=${c#*=}
        read -r l <"/proc/$p/stat" || break
        l=${l##*) }
        l=${l#* }
        p=${l%% *}
    done
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
# Says what is there where routes of a rail are missing: FAMILY TABLE ADDRESS RAIL.
rh_lack_routes() {
    rh_fail "the routes of $4 are not all there; table $2 has: $(ip "$1" route show table "$2" 2>&1 |
        rh_lines) and rules from $3: $(rh_rules "$1" | grep -F "from $3 " | rh_lines)"
}
# By which interface the kernel would send: FAMILY TO FROM VIA LINK.
rh_leaves_by() (
    line=$(ip "$1" route get "$2" from "$3" 2>&1)
    case "$line " in *" dev $5 "*) ;; *) line="! $line" ;; esac
    if [ -n "$4" ]; then case "$line" in *" via $4 "*) ;; *) line="! $line" ;; esac fi
    case $line in
    "! "*) rh_fail "from $3 to $2 the kernel would not send by $5${4:+ via $4}: ${line#! }" ;;
    esac
)

# The machine's netplan files, as below the root directory: ROOT.
rh_copy_netplan() (
    mkdir -p "$1/etc/netplan" || exit 1
    for d in /lib /usr/lib /etc /run; do
        [ -d "$d/netplan" ] || continue
        mkdir -p "$1$d/netplan" && cp -p "$d"/netplan/*.yaml "$1$d/netplan/" 2>/dev/null
    done
    exit 0
)

# Lets netplan itself check $S/check.yaml as PATH, among the machine's other files, on a copy.
rh_check_netplan() (
    rh_have netplan || exit 0
    t=$S/check
    rm -rf "$t"
    rh_copy_netplan "$t" || exit 1
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
    networkd)
        rh_generate_netplan &&
            rh_generated_sum >>"$S/sums.made" && echo >>"$S/sums.made" &&
            rh_reload_networkd
        ;;
    NetworkManager) netplan apply ;;
    *) : ;;
    esac
}

# Networkd refuses this now and then while it is at work ("Numerical result out of range", 252).
rh_reload_networkd() { rh_await 10 networkctl reload; }

# Lets netplan make networkd's files. Those that come out as they were stay the files they were: to
# networkd a file of another inode or time is another one, and it sets an interface up anew for it,
# addresses gone and come again, that of the connection too.
rh_generate_netplan() (
    made=/run/systemd/network
    old=/run/systemd/.railhead-network
    rm -rf "$old"
    mkdir -m 755 "$old" || exit 1
    for f in "$made"/*netplan-*; do
        [ ! -f "$f" ] || ln "$f" "$old/${f##*/}" || exit 1
    done
    netplan generate
    status=$?
    for f in "$old"/*; do
        if [ -f "$f" ] && cmp -s "$f" "$made/${f##*/}"; then mv -f "$f" "$made/${f##*/}"; fi
    done
    rm -rf "$old"
    exit "$status"
)

# Keeps the IPv6 addresses and routes of a link: below an MTU of 1280 (RFC 8200) the kernel takes
# them all away, and does not bring them back: NAME.
rh_keep_ipv6() {
    ip -6 -o addr show dev "$1" scope global permanent >"$S/ipv6.was" 2>/dev/null
    ip -6 route show dev "$1" >"$S/ipv6-routes.was" 2>/dev/null
    return 0
}
# Gives a link those of them that are gone: NAME.
rh_give_ipv6() (
    while read -r _ _ _ a _; do
        rh_has_address "$1" "$a" || ip -6 addr add "$a" dev "$1" nodad || exit 1
    done <"$S/ipv6.was"
    while read -r route; do
        case $route in *"proto kernel"* | '') continue ;; esac
        # shellcheck disable=SC2086
        [ -n "$(ip -6 route show ${route%% *} dev "$1")" ] || ip -6 route add $route dev "$1" ||
            exit 1
    done <"$S/ipv6-routes.was"
)

# What is in force on all links, kept before a step that has a network service set links up anew, and
# put back when the step is taken back: a service takes away what stands in no file of its own, and
# brings what stands in a file that somebody edited and did not apply.
# shellcheck shell=sh

# Everything of it that can be put back, a line each, "WHAT|REST": WHAT tells it from others and REST
# changes by itself (how long it is valid). Left out is what the kernel makes by itself (addresses
# and routes of its own, link-local ones), and routes of routing daemons.
rh_net() {
    ip -o link show 2>/dev/null | awk '{
        name = $2; sub(/:$/, "", name); sub(/@.*/, "", name)
        for (i = 4; i < NF; i++) if ($i == "mtu") { print "mtu " name " " $(i + 1) "|"; break }
        print "link " name " " ($3 ~ /[<,]UP[,>]/ ? "up" : "down") "|"
    }'
    ip -o addr show 2>/dev/null | awk '{
        rest = $0
        if (!sub(/^[^\\]*\\[ \t]*/, "", rest)) rest = ""
        gsub(/sec/, "", rest)
        line = $0; sub(/\\.*/, "", line)
        n = split(line, w, " ")
        what = "address " w[2] " " w[3] " " w[4]
        if (w[4] ~ /^fe80:.*ff:fe/) next
        for (i = 5; i <= n; i++) {
            if (w[i] ~ /^(secondary|tentative|optimistic|permanent)$/) continue
            if (w[i] ~ /^(temporary|dadfailed|stable-privacy)$/) next
            if (w[i] == "proto" && w[i + 1] ~ /^kernel/) next
            if (w[i] == "flags") { i++; continue }
            if (w[i] ~ /^(peer|metric|brd|any|scope|proto)$/) { what = what " " w[i] " " w[++i]; continue }
            if (w[i] ~ /^(dynamic|deprecated|noprefixroute|mngtmpaddr|home|nodad|autojoin)$/) {
                what = what " " w[i]; continue
            }
            if (w[i] != w[2]) what = what " label " w[i]
        }
        print what "|" rest
    }'
    for rh_f in -4 -6; do
        ip -o "$rh_f" route show table all 2>/dev/null | awk -v f="$rh_f" '
            $1 ~ /^(local|broadcast|multicast|anycast|nat)$/ { next }
            (" " $0 " ") ~ / (proto (kernel|redirect|bgp|ospf|isis|rip|eigrp|zebra|bird|babel|openr|gated|xorp)|cache) / { next }
            {
                gsub(/\\/, " ")
                what = "route " f; rest = ""
                for (i = 1; i <= NF; i++) {
                    if ($i ~ /^(linkdown|dead|offload|trap|rt_offload|rt_trap|offload_failed|rt_offload_failed|pervasive|unresolved|notify)$/) continue
                    if ($i ~ /^(nhid|error|users|age|used)$/) { i++; continue }
                    if ($i == "expires") { i++; rest = "expires " $i; sub(/sec/, "", rest); continue }
                    what = what " " $i
                }
                print what "|" rest
            }'
        { ip -N "$rh_f" rule show 2>/dev/null || ip "$rh_f" rule show; } 2>/dev/null | awk -v f="$rh_f" '
            # What the kernel begins with, and what belongs to devices of its own.
            /lookup (local|main|default|25[345]) *$/ && $1 ~ /^(0|32766|32767):$/ { next }
            /\[l3mdev-table\]/ { next }
            {
                sub(/:/, "", $1)
                what = "rule " f " priority"
                for (i = 1; i <= NF; i++) {
                    if ($i == "[detached]") continue
                    what = what " " ($i == "proto" ? "protocol" : $i)
                }
                print what "|"
            }'
    done
}

# Lines on standard input that are not in force now, of links that are there.
rh_net_missing() {
    { rh_net; echo; cat; } | awk '
        $0 == "" { wanted = 1; next }
        {
            k = $0; sub(/\|[^|]*$/, "", k)
            if (!wanted) {
                has[k]
                split(k, w, " "); if (w[1] == "link") there[w[2]]
                next
            }
            if (k in has) next
            m = split(k, w, " ")
            if (w[1] ~ /^(mtu|link|address)$/ && !(w[2] in there)) next
            if (w[1] == "route")
                for (i = 3; i < m; i++) if (w[i] == "dev" && !(w[i + 1] in there)) next
            print
        }'
}

# For `record`: keeps it, and what netplan has made for systemd-networkd, in this boot.
rh_keep_net() {
    rm -f "$S/net.now" "$S/net.back"
    rh_net >"$S/net.was" && rh_boot_id >"$S/boot.was" &&
        rh_generated /run/systemd/network >"$S/generated.was"
}
rh_boot_id() { cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown; }

# For `verify`, as long as the run is not confirmed: what is in force when it is made.
rh_note_net() {
    case $(rh_first "$RUN/state") in recorded* | applied*) rh_net >"$S/net.now" ;; esac
    return 0
}

# For `undo`, before anything is done: what must be in force at its end. In the rollback of a run that
# was confirmed, what was there when it was made and is gone now was taken away by somebody else.
# Leases of a boot that is over are none.
rh_aim_net() (
    [ -e "$S/net.was" ] && [ ! -e "$S/net.back" ] || exit 0
    if [ "$(rh_boot_id)" = "$(rh_first "$S/boot.was")" ]; then
        cat "$S/net.was"
    else
        grep -v -e '^address .* dynamic' -e '^route .* proto dhcp' -e '^route .* proto ra' "$S/net.was"
    fi >"$S/net.back.new"
    if rh_is_back && [ -s "$S/net.now" ]; then
        { rh_net_missing <"$S/net.now"; echo; cat "$S/net.back.new"; } | awk '
            $0 == "" { kept = 1; next }
            { k = $0; sub(/\|[^|]*$/, "", k) }
            !kept { gone[k]; next }
            !(k in gone)' >"$S/net.back"
        rm -f "$S/net.back.new"
    else
        mv -f "$S/net.back.new" "$S/net.back"
    fi
)

# Whether it is in force; nothing is said of a step that was not taken back.
rh_net_is_back() {
    rh_lack=
    [ -e "$S/net.back" ] || return 0
    rh_lack=$(rh_net_missing <"$S/net.back")
    [ -z "$rh_lack" ]
}

# Puts back what is missing of it and looks again, until nothing was missing for SECONDS: a service
# may take it away once more while it is at work. What another step still keeps away is no fault:
# whether it is back is looked at when all steps are taken back: SECONDS.
rh_give_net() (
    until=$(($(rh_uptime) + 2 * $1))
    calm=0
    while ! rh_net_is_back || [ "$calm" -lt "$1" ]; do
        calm=$((calm + 1))
        if [ -n "$rh_lack" ]; then
            calm=0
            printf '%s\n' "$rh_lack" | rh_put_net
        fi
        [ "$(rh_uptime)" -lt "$until" ] || break
        sleep 1
    done
    rh_net_is_back || printf 'was in force and is not: %s\n' "$(rh_words_of_net)" >&2
    exit 0
)
rh_words_of_net() {
    printf '%s\n' "$rh_lack" | sed -e 's/|.*//' | tr '\n' ';' | sed -e 's/;$//' -e 's/;/; /g' |
        cut -c 1-300
}

# Puts lines on standard input in force. Which of them are is looked at afterwards.
rh_put_net() {
    while read -r rh_line; do
        rh_rest=${rh_line##*|}
        # shellcheck disable=SC2086
        set -- ${rh_line%|*}
        case $1 in
        mtu) ip link set dev "$2" mtu "$3" ;;
        link) ip link set dev "$2" "$3" ;;
        address) rh_put_address "$rh_rest" "$@" ;;
        route)
            rh_f=$2
            shift 2
            # shellcheck disable=SC2086
            ip "$rh_f" route add "$@" $rh_rest 2>/dev/null ||
                ip "$rh_f" route replace "$@" $rh_rest
            ;;
        rule)
            rh_f=$2
            shift 2
            ip "$rh_f" rule add "$@"
            ;;
        esac </dev/null
    done
}
# LIFETIMES "address" LINK FAMILY ADDRESS …: one that is there otherwise is made anew where changing
# it is not enough, as for its label or scope.
rh_put_address() (
    lifetimes=$1
    key="$2 $3 $4 $5"
    what=$*
    what=${what#"$1 "}
    link=$3
    at=$5
    shift 4
    prefix=$at
    if [ "${2-}" = peer ]; then prefix=$3; fi
    for word in "$@"; do
        shift
        case $word in dynamic | deprecated) ;; *) set -- "$@" "$word" ;; esac
    done
    # shellcheck disable=SC2086
    ip addr replace "$@" dev "$link" $lifetimes 2>/dev/null
    [ -n "$(printf '%s|\n' "$what" | rh_net_missing)" ] || exit 0
    case "
$(rh_net)" in *"
$key "*)
        if [ "$prefix" = "$at" ]; then
            ip addr del "$at" dev "$link"
        else
            ip addr del "$at" peer "$prefix" dev "$link"
        fi
        ;;
    esac
    # shellcheck disable=SC2086
    ip addr add "$@" dev "$link" $lifetimes
)

# --- what netplan makes for systemd-networkd -------------------------------------------------------

# All of it in DIRECTORY, a line each: name, mode, owner and group as numbers, content in base64.
rh_generated() (
    cd "$1" 2>/dev/null || exit 0
    for f in *netplan-*; do
        [ ! -f "$f" ] || printf '%s %s %s\n' "$f" "$(stat -c '%a %u %g' "$f")" "$(rh_b64 <"$f")"
    done
)
rh_generated_sum() { rh_generated /run/systemd/network | rh_sha; }

# For `undo`, instead of rh_use_netplan: what was in force, also where files did not say so any more
# or not yet, because somebody edited them and did not apply that. Where others had it made anew
# since, or the machine has restarted, the files count: SERVICE.
rh_unuse_netplan() {
    case $1 in
    networkd) { rh_give_generated || rh_generate_netplan; } && rh_reload_networkd ;;
    *) rh_use_netplan "$1" ;;
    esac
}
rh_give_generated() (
    to=/run/systemd/network
    rh_plain "$S/generated.was" && [ "$(rh_boot_id)" = "$(rh_first "$S/boot.was")" ] || exit 1
    is=$(rh_generated_sum)
    [ "$is" != "$(rh_sha <"$S/generated.was")" ] || exit 0
    # A step that was cut has not said what it made.
    if rh_is_back || [ -e "$S/sums.made" ]; then
        cat "${S%/steps/*}"/steps/*/sums.made 2>/dev/null | grep -qx "$is" || exit 1
    fi
    mkdir -p "$to" && rh_generated "$to" >"$S/generated.now" || exit 1
    while read -r f mode uid gid bytes; do
        ! grep -qxF "$f $mode $uid $gid $bytes" "$S/generated.now" || continue
        # Nobody reads a name that ends so.
        n=$to/$f.railhead
        printf '%s' "$bytes" | base64 -d >"$n" && chown "$uid:$gid" "$n" && chmod "$mode" "$n" &&
            mv -f "$n" "$to/$f" || exit 1
    done <"$S/generated.was"
    for f in "$to"/*netplan-*; do
        [ ! -f "$f" ] || grep -q -F "${f##*/} " "$S/generated.was" || rm -f "$f" || exit 1
    done
)

# What a plan has to tell of before netplan's files are read again, as lines of the host. Nothing
# where there is no netplan, or its files cannot all be read, or it does not take them.
rh_see_netplan() (
    [ "$(id -u)" = 0 ] && [ "$(rh_network_service)" != none ] || exit 0
    t=$(mktemp -d) || exit 0
    trap 'rm -rf "$t"' EXIT
    rh_copy_netplan "$t" && netplan generate --root-dir "$t" >/dev/null 2>&1 || exit 0
    rh_say "host unapplied=$(rh_unapplied "$t")"
    rh_say "host filed=$(rh_filed "$t")"
    rh_say "host by-hand=$(rh_net_by_hand | tr '\n' ' ')"
)

# Addresses and destinations of routes in all files that networkd and NetworkManager have, and would
# have of netplan's files as they are, made in DIRECTORY.
rh_filed() {
    cat "$1"/run/systemd/network/*.network /run/systemd/network/*.network \
        /etc/systemd/network/*.network "$1"/run/NetworkManager/system-connections/* \
        /run/NetworkManager/system-connections/* /etc/NetworkManager/system-connections/* \
        2>/dev/null | sed -n -e 's/^Address=//p' -e 's/^Destination=//p' \
        -e 's/^Gateway=.*/default/p' -e 's/^address[0-9]*=\([^,;]*\).*/\1/p' \
        -e 's/^route[0-9]*=\([^,;]*\).*/\1/p' | sort -u | tr '\n' ' '
}

# Addresses and routes in force that nobody's protocol has brought, one a line: "address|eth1|10.0.0.1/24".
rh_net_by_hand() {
    rh_net | awk '
        { sub(/\|[^|]*$/, "") }
        $1 == "address" && $2 != "lo" && $4 !~ /^fe80:/ && !/ dynamic/ { print "address|" $2 "|" $4 }
        $1 == "route" && !/ proto / {
            for (i = 4; i < NF; i++) if ($i == "dev" && $(i + 1) != "lo") {
                print "route|" $(i + 1) "|" $3
                break
            }
        }'
}

# Links of which netplan's files say otherwise than what netplan last made of them, each with the
# files that were changed since: "eth0:/etc/netplan/a.yaml,/etc/netplan/b.yaml …". What they say now
# is made in DIRECTORY.
rh_unapplied() (
    t=$1
    for f in "$t"/run/systemd/network/*netplan-*.net* /run/systemd/network/*netplan-*.net* \
        "$t"/run/NetworkManager/system-connections/netplan-* \
        /run/NetworkManager/system-connections/netplan-*; do
        [ -f "$f" ] || continue
        p=${f#"$t"}
        # Both have it: then it was compared.
        case $f in "$t"/*) ;; *) [ ! -f "$t$p" ] || continue ;; esac
        [ "$(rh_without_uuid "$t$p")" != "$(rh_without_uuid "$p")" ] || continue
        l=$(sed -n -e 's/^Name=//p' -e 's/^interface-name=//p' "$f" | head -n 1)
        if [ -z "$l" ]; then l=${f##*netplan-} && l=${l%.*}; fi
        since=$p
        [ -f "$p" ] || since=${p%/*}
        files=$(find /lib/netplan/ /usr/lib/netplan/ /etc/netplan/ /run/netplan/ -name '*.yaml' \
            -newer "$since" 2>/dev/null)
        [ -n "$files" ] || files=$(grep -lw -e "$l" /etc/netplan/*.yaml 2>/dev/null)
        files=$(printf '%s' "${files:-/etc/netplan}" | tr '\n ' ',?')
        printf '%s:%s ' "$(printf '%s' "$l" | tr ' :' '??')" "$files"
    done
)
rh_without_uuid() { sed '/^uuid=/d' "$1" 2>/dev/null; }

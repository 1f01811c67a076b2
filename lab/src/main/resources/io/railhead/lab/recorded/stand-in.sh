#!/bin/sh
# A tool of this lab host that the kernel here cannot serve. It answers some command lines from
# recorded samples, fills in what is this host's own (addresses, MTU, link state), and says so on
# standard error. All other command lines go to the real tool.
tool=${0##*/}
set -- "$tool" "$@"
sample=
case "$*" in
@CASES@
esac
shift

if [ -z "$sample" ]; then
    here=/usr/local/lib/railhead-lab
    for real in $here/system/"$tool" /usr/bin/"$tool" /sbin/"$tool" /bin/"$tool"; do
        [ -x "$real" ] && ! [ "$real" -ef $here/stand-in ] && exec "$real" "$@"
    done
    echo "railhead-lab: no recorded sample answers: $tool $*" >&2
    exit 1
fi

# eth1 is device 0, eth2 is device 1; $n is the port a command line names at its end.
edit=
value() { # NAME TEXT
    edit="$edit;s|@$1@|$2|g"
}
last=
for word in "$@"; do last=$word; done
n=${last#"${last%?}"}
for i in 1 2; do
    dev=eth$i
    read -r mac </sys/class/net/$dev/address
    read -r mtu </sys/class/net/$dev/mtu
    read -r state </sys/class/net/$dev/operstate
    ip=$(ip -4 -o address show dev $dev | sed -n '1s/.* inet \([0-9.]*\).*/\1/p')
    IFS=: read -r a b c d e f <<X
$mac
X
    IFS=. read -r p q r s <<X
$ip
X
    flipped=$(printf %02x $((0x$a ^ 2)))
    value "MAC$i" "$mac"
    value "EUI$i" "$flipped$b:${c}ff:fe$d:$e$f"
    value "EUIX$i" "$flipped$b${c}fffe$d$e$f"
    value "GUID$i" "$a$b:${c}03:00$d:$e$f"
    value "GUIDX$i" "$a$b${c}0300$d$e$f"
    value "LL$i" "$(printf 'fe80::%x:%x:%x:%x' 0x$flipped$b 0x${c}ff 0xfe$d 0x$e$f)"
    if [ -n "$ip" ]; then
        value "IP$i" "$ip"
        value "IPHEX$i" "$(printf '%02x%02x:%02x%02x' "$p" "$q" "$r" "$s")"
    else
        edit="$edit;/@IP$i@/d;/@IPHEX$i@/d"
    fi
    if [ "$state" = up ]; then
        value "PORT$i" "PORT_ACTIVE (4)"
        value "LINK$i" ACTIVE
        value "PHYS$i" LINK_UP
        value "UP$i" Up
        value "CA$i" Active
    else
        value "PORT$i" "PORT_DOWN (1)"
        value "LINK$i" DOWN
        value "PHYS$i" DISABLED
        value "UP$i" Down
        value "CA$i" Down
    fi
    # The largest InfiniBand MTU that fits, 96 bytes of headers less (the kernel's iboe_get_mtu).
    active="256 (1)"
    for pair in 512:2 1024:3 2048:4 4096:5; do
        [ $((mtu - 96)) -ge "${pair%:*}" ] && active="${pair%:*} (${pair#*:})"
    done
    value "AMTU$i" "$active"
done
value N "$n"
echo "railhead-lab: recorded sample $sample" >&2
exec sed "${edit#;}" "/usr/local/lib/railhead-lab/$sample"

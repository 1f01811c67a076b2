# Keeps one virtual host: its links into the fabric, and the emulator that runs it. Runs below the
# lab's first process (keeper.sh), in the fabric's network namespace.
set -u
state=$1
host=$2
home=$state/hosts/$host
image=$(cat "$state/virtual/image")

fail() {
    echo "railhead lab: $1"
    : >"$home/failed"
    exit 1
}

# A line a link: name, MTU, hardware address, bridge, whether the cable is in.
network=
n=0
while read -r port mtu mac bridge state_; do
    ip tuntap add dev "$port" mode tap || fail "no tap device (is /dev/net/tun there?)"
    ip link set "$port" mtu "$mtu" master "$bridge" || fail "ip"
    [ "$state_" = up ] && ip link set "$port" up
    network="$network -netdev tap,id=n$n,ifname=$port,script=no,downscript=no"
    network="$network -device virtio-net-pci,netdev=n$n,mac=$mac,host_mtu=$mtu"
    n=$((n + 1))
done <"$home/ports"

# What hosts write goes to a temporary file without a name (snapshot=on), so that a restart from
# within keeps it and the end of the emulator removes it.
run() {
    # shellcheck disable=SC2086,SC2016 # lists of options; $$ is the inner shell's
    sh -c 'read -r pid _ </proc/self/stat
        echo "$pid" >"$1/pid.new"
        shift
        exec "$@"' run "$home" qemu-system-x86_64 -name "$host" \
        -machine q35 -accel "$1" -cpu "$2" -smp 1 -m 512 -display none -nodefaults -no-user-config \
        -kernel "$image/vmlinuz" -initrd "$image/initrd" \
        -append "console=ttyS0 quiet mitigations=off net.ifnames=0" \
        -drive "file=$image/disk,if=virtio,format=raw,snapshot=on" \
        -drive "file=$home/own.tar,if=virtio,format=raw,readonly=on" \
        -device virtio-rng-pci $network -serial "file:$home/console" &
    emulator=$!
}

export TMPDIR="$home"
if [ -w /dev/kvm ]; then
    run kvm host
    tenths=0
    while [ "$tenths" -lt 100 ] && kill -0 "$emulator" 2>/dev/null; do
        if grep -q railhead-lab-first "$home/console" 2>/dev/null; then
            mv "$home/pid.new" "$home/pid"
            wait "$emulator"
            echo "ended with status $?"
            exit 0
        fi
        sleep 0.1
        tenths=$((tenths + 1))
    done
    kill -9 "$emulator" 2>/dev/null
    wait "$emulator" 2>/dev/null
    rm -f "$home/pid.new"
    echo "KVM ran nothing within 10 s: software emulation"
fi
run tcg,thread=multi,tb-size=128 max
while [ ! -s "$home/pid.new" ] && kill -0 "$emulator" 2>/dev/null; do
    sleep 0.1
done
mv "$home/pid.new" "$home/pid"
wait "$emulator"
echo "ended with status $?"

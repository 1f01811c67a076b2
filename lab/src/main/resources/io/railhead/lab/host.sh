# Makes one host, inside its new namespaces, and becomes its sshd. The part in parentheses is pid 1
# of the host; its parent leaves at once.
state=$1
host=$2
home=$state/hosts/$host
root=$home/root

(
    set -e
    trap ': >"$home/failed"' EXIT
    read -r pid _ </proc/self/stat
    echo "$pid" >"$home/pid"
    read -r name <"$home/hostname"
    echo "$name" >/proc/sys/kernel/hostname

    mount --all --fstab "$home/fstab"
    # Not every mount(8) remounts from a table. A host that could reach the machine is not started.
    if [ -w "$root/proc/sys/vm/swappiness" ]; then
        mount -o remount,bind,ro,nosuid,nodev,noexec none "$root/proc"
    fi
    if [ -w "$root/proc/sys/vm/swappiness" ] || [ -w "$root/proc/sysrq-trigger" ] ||
        [ -w "$root/sys/kernel" ] || [ ! -w "$root/proc/sys/net/ipv4/ip_forward" ]; then
        echo "/proc and /sys could not be protected" >&2
        exit 1
    fi
    ip -batch "$home/links"
    # As a NIC's driver has it; veth starts without. Nothing depends on it.
    ethtool -K eth1 gro on || :
    ethtool -K eth2 gro on || :
    while read -r key value; do
        echo "$value" >"$root/proc/sys/$key"
    done <"$home/sysctl"

    cd "$root"
    pivot_root . mnt
    cd /
    umount --lazy /mnt
    stand_ins=/usr/local/lib/railhead-lab/in-place
    [ ! -x $stand_ins ] || $stand_ins
    exec 8<&-
    trap - EXIT
    exec setpriv --bounding-set "$CAPABILITIES" /usr/sbin/sshd -D -E /var/log/auth.log
) &

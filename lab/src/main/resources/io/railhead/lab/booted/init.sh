#!/bin/sh
# The first program of a booted lab host. systemd-nspawn has made /proc/sys (except net) and /sys
# read-only; this closes what else reaches the machine, looks that it is so, and becomes systemd.
set -e
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
for file in kallsyms kcore keys timer_list; do
    if [ -e "/proc/$file" ]; then
        mount --bind /dev/null "/proc/$file"
    fi
done
for file in sysrq-trigger latency_stats pressure; do
    if [ -e "/proc/$file" ]; then
        mount --bind "/proc/$file" "/proc/$file"
        mount -o remount,bind,ro "/proc/$file"
    fi
done
if [ -w /proc/sys/vm/swappiness ] || [ -w /proc/sysrq-trigger ] || [ -w /sys/kernel ] ||
    [ ! -w /proc/sys/net/ipv4/ip_forward ]; then
    echo "railhead lab: /proc and /sys could not be protected" >&2
    exit 1
fi
# In the place of the system's own, which is found before what stands in /usr/local.
if [ -x /usr/bin/udevadm ] && [ "$(head -c 2 /usr/bin/udevadm)" != "#!" ]; then
    mkdir -p /usr/lib/railhead-lab/system
    cp -p /usr/bin/udevadm /usr/lib/railhead-lab/system/udevadm
    cp /usr/lib/railhead-lab/udevadm /usr/bin/udevadm.new
    mv -f /usr/bin/udevadm.new /usr/bin/udevadm
fi
stand_ins=/usr/local/lib/railhead-lab/in-place
[ ! -x $stand_ins ] || $stand_ins
for systemd in /usr/lib/systemd/systemd /lib/systemd/systemd; do
    if [ -x "$systemd" ]; then
        exec "$systemd"
    fi
done
echo "railhead lab: the root has no systemd" >&2
exit 1

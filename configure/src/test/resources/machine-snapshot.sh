# What Machine.snapshot() says of a machine.
export LC_ALL=C
set -- /etc/netplan /etc/sysctl.d /srv /etc/nccl.conf /etc/profile.d \
    /etc/railhead /root/.ssh /home/ann /etc/cloud /etc/fstab /etc/systemd /etc/hosts /etc/security /etc/modprobe.d /etc/modules-load.d \
    /etc/NetworkManager
find "$@" -xdev -printf '%y %m %U %G %p %l\n' 2>/dev/null | sort -k5
find "$@" -xdev -type f -exec sha256sum {} + 2>/dev/null | sort -k2
ip -o link | while read -r _ i flags _ mtu _; do
    case $flags in *[,\<]UP[,\>]*) echo "$i up $mtu" ;; *) echo "$i down $mtu" ;; esac
done
if [ -d /run/systemd/system ] && systemctl show >/dev/null 2>&1; then
    systemctl list-unit-files --plain --no-legend 't-*'
    systemctl list-units --all --plain --no-legend 't-*'
    systemctl show -p DefaultLimitMEMLOCK -p DefaultLimitNOFILE
    systemctl show -p LimitMEMLOCK -p LimitNOFILE ssh.service
    cat "/proc/$(systemctl show -p MainPID --value ssh.service)/limits"
fi
if [ -d /opt/repo ]; then
    dpkg-query -W -f '${Package} ${Version} ${db:Status-Abbrev}\n' | sort
    apt-mark showhold
    apt-mark showauto
    for f in /etc/t-*.conf; do [ ! -e "$f" ] || sha256sum "$f"; done
fi
[ ! -e "/lib/modules/$(uname -r)/fake" ] || ls /sys/module
ip -4 rule show
ip -6 rule show
{ ip -4 route show table all; ip -6 route show table all; } 2>/dev/null |
    grep -v -e ' proto kernel' -e '^local ' -e '^multicast ' -e '^broadcast '
stat -f -c 'shm %b %S' /dev/shm
for g in /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor; do
    [ ! -e "$g" ] || echo "$g $(cat "$g")"
done
ip -o addr show scope global | while read -r _ i _ a _; do echo "$i $a"; done
cd /proc/sys/net
for k in ipv4/ip_default_ttl core/somaxconn ipv4/tcp_ecn ipv4/tcp_rmem \
    ipv4/conf/eth1/arp_ignore ipv4/conf/eth2/arp_announce \
    ipv4/conf/eth1/rp_filter; do
    echo "$k $(cat $k)"
done

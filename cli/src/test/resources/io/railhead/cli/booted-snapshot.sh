# What a host is: its files, and the live values that Railhead can change. Left out is what changes
# by itself: keys made anew at each boot, sessions, numbers of links, who logs for the machine's
# packet filters, and the dead-man's switch, which looks once a second whether it is still wanted.
export LC_ALL=C
cd /
places='/etc /usr/local /root /opt /srv /home'
find $places -xdev \( -type f -o -type l -o -type d \) -printf 'file %y %m %u:%g %p %l\n' | sort
find $places -xdev -type f -exec sha256sum {} + | sort -k2
ip -o -4 address | sed 's/valid_lft.*//; s/^[0-9]*: //' | sort
ip -o -6 address show scope global | sed 's/valid_lft.*//; s/^[0-9]*: //' | sort
ip -o link | sed 's/@[^:]*//; s/^[0-9]*: //; s/ link-netnsid.*//; s/ qdisc [a-z]*//' | sort
ip -4 route show table all | sort
ip -4 rule
ip -6 rule
sysctl -a 2>/dev/null | grep '^net\.' |
    grep -vE 'stable_secret|fastopen_key|nf_log|nf_conntrack_count|\.neigh\.' | sort
systemctl list-unit-files --no-legend --no-pager | tr -s ' ' |
    grep -vE '^(session|user|run)[-@]|^railhead-watchdog-' | sort
systemctl list-units --no-legend --plain --no-pager --all -t service,target,timer,mount |
    awk '$2 != "not-found" { print "unit", $1, $3, $4 }' |
    grep -vE ' (user|session|run|railhead|systemd-tmpfiles|systemd-hostnamed|systemd-timedated|modprobe)[^ ]*[-@.]' | sort
df --output=target,size /dev/shm
for user in root nobody; do su -s /bin/sh $user -c 'echo limits $(ulimit -Hl) $(ulimit -Hn)'; done
dpkg-query -W -f '${Package} ${Version} ${Status}\n'

# One boot of a booted host: its network namespace is new, as after power-on, with cables but
# without addresses. Becomes systemd-nspawn. Descriptor 8 is the fabric's network namespace.
set -eu
state=$1
host=$2
home=$state/hosts/$host

# The machine's /proc is still mounted here, so this is the number the machine knows. It stays.
read -r pid _ </proc/self/stat
read -r name <"$home/hostname"

ip -batch "$home/links"
nsenter --net=/proc/self/fd/8 ip -batch "$home/connect"
# As a NIC's driver has it; veth starts without. Nothing depends on it.
ethtool -K eth1 gro on || :
ethtool -K eth2 gro on || :

# A control group of its own in the hierarchies that systemd works in.
while read -r _ point type options _; do
    case $type,$options, in
        cgroup2,*) ;;
        cgroup,*,name=systemd,*) ;;
        *) continue ;;
    esac
    group=$point/$GROUP/$host
    find "$group" -depth -mindepth 1 -type d -exec rmdir {} + 2>/dev/null || :
    mkdir -p "$group"
    echo 0 >"$group/cgroup.procs"
done </proc/self/mounts

# What nspawn sees: the processes of the lab, and no /run of the machine.
mount -t proc proc /proc
mount -t tmpfs -o mode=755,size=1m run /run
exec 8<&-

echo "$pid" >"$home/pid.new"
mv "$home/pid.new" "$home/pid"
# Limits as a system has them that no container started; what the machine was started with may be more
# or less.
export SYSTEMD_NSPAWN_API_VFS_WRITABLE=network
exec systemd-nspawn --quiet --directory="$home/root" --machine="$host" --hostname="$name" \
    --register=no --keep-unit --kill-signal=SIGRTMIN+3 --console=pipe --link-journal=no \
    --resolv-conf=off --timezone=off --capability="$BOOTED_KEEP" --drop-capability="$BOOTED_DROP" \
    --rlimit=NOFILE=1024:524288 --rlimit=MEMLOCK=8388608:8388608 -- /usr/lib/railhead-lab/init

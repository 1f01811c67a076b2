# Builds the root of booted lab hosts with mmdebstrap, in a process namespace of its own, as its
# first process: when the reader of this script's words goes, or it ends, nothing of it is left.
# Arguments: directory to make, distribution's code name, packages with commas, files of sources.
set -u
out=$1
suite=$2
packages=$3
shift 3
exec 3<&0
(
    cat >/dev/null
    kill -9 -1
) <&3 &

# How the machine reaches its package sources (a proxy, its certificate), and nothing else of it.
apt-config dump 2>/dev/null | grep -E '^Acquire::https?::' >"$out.apt" || :
mkdir -p "$out" && chmod 755 "$out"
mmdebstrap --mode=root --variant=apt --include="$packages" --aptopt="$out.apt" \
    --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$suite" "$out" "$@" </dev/null
status=$?
rm -f "$out.apt"
[ "$status" = 0 ] || exit "$status"

# Virtual hosts boot from a kernel of their own; other hosts run on the machine's.
if [ -n "${VIRTUAL-}" ]; then
    sh "$VIRTUAL/kernel.sh" "$out" "$VIRTUAL/first.sh" || exit 1
fi

# Every host gets its own; a lab has no way to the package sources, and they may hold a password.
rm -f "$out"/etc/ssh/ssh_host_* "$out"/etc/machine-id "$out"/etc/hostname
rm -f "$out"/etc/apt/sources.list "$out"/etc/apt/sources.list.d/* \
    "$out"/etc/apt/apt.conf.d/99mmdebstrap
echo '# A lab has no way to package sources.' >"$out/etc/apt/sources.list"
# The machine's huge pages are not a lab host's; nothing is to be fetched or cleaned by the clock.
for unit in dev-hugepages.mount apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    e2scrub_all.timer fstrim.timer; do
    ln -sf /dev/null "$out/etc/systemd/system/$unit"
done
if [ -n "${VIRTUAL-}" ]; then
    sh "$VIRTUAL/disk.sh" "$out" || exit 1
fi
exit 0

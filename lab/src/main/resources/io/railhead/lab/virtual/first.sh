#!/bin/busybox sh
# First program of a virtual lab host: brings up the disk, unpacks what is this host's own at its
# first boot (a tar archive, the second disk), and starts the system on it.
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
# supervise.sh looks for it: an accelerator that takes orders and runs nothing prints no such line.
echo railhead-lab-first >/dev/console
while read -r module; do
    /bin/busybox insmod "/m/$module"
done </order
n=0
while [ ! -b /dev/vdb ] && [ $n -lt 200 ]; do
    /bin/busybox sleep 0.05
    n=$((n + 1))
done
/bin/busybox mount -t ext4 -o rw,noatime /dev/vda /mnt
if [ ! -e /mnt/var/lib/railhead-lab-host ]; then
    /bin/busybox tar -xf /dev/vdb -C /mnt && : >/mnt/var/lib/railhead-lab-host
    stand_ins=/usr/local/lib/railhead-lab/in-place
    [ ! -x /mnt$stand_ins ] || /bin/busybox chroot /mnt $stand_ins
fi
/bin/busybox mount --move /dev /mnt/dev
/bin/busybox umount /proc
exec /bin/busybox switch_root /mnt /lib/systemd/systemd

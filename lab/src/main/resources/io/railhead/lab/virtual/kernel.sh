# Adds Debian's kernel to the root of virtual lab hosts while it still knows the package sources, and
# makes their first programs. Called by ../booted/build.sh; arguments: the root's directory, first.sh.
# Leaves vmlinuz and initrd beside the root.
set -eu
out=$1

# The kernel of the distribution, unpacked and not installed: installing it would make an initramfs
# for every machine there is.
chroot "$out" apt-get -qq update
kernel=$(chroot "$out" apt-cache depends linux-image-amd64 |
    sed -n 's/^ *Depends: \(linux-image-[0-9][^ ]*\)$/\1/p' | head -n 1)
[ -n "$kernel" ] || { echo "the package sources have no linux-image-amd64" >&2; exit 1; }
chroot "$out" sh -c "cd /var/cache/apt && apt-get -qq -o APT::Sandbox::User=root download $kernel"
deb=$(ls "$out/var/cache/apt/$kernel"_*.deb)
dpkg-deb --fsys-tarfile "$deb" >"$out.kernel.tar"
rm -f "$deb"
chroot "$out" apt-get clean
rm -rf "$out"/var/lib/apt/lists/*
release=${kernel#linux-image-}

# What network, RDMA and disks of a virtual host need, of 300 MiB.
modules=./lib/modules/$release
tar -tf "$out.kernel.tar" | grep -E "^($modules/modules\.|$modules/kernel/(net|lib|crypto|arch)/.*\.ko|$modules/kernel/fs/(ext4|jbd2|configfs|9p|nls)/|$modules/kernel/fs/mbcache|$modules/kernel/drivers/(infiniband|virtio|block/virtio|nvme|char/(ipmi|hw_random)|net/([^/]*\.ko|bonding|ethernet/(mellanox|intel/e1000)))|./boot/vmlinuz-)" |
    grep -v '/$' >"$out.wanted"
tar -C "$out" -xf "$out.kernel.tar" -T "$out.wanted"
rm -f "$out.kernel.tar" "$out.wanted"
chroot "$out" depmod "$release"
mv "$out/boot/vmlinuz-$release" "$out.vmlinuz"

# The first programs: busybox and the modules that a disk needs.
first=$out/tmp/first
mkdir -p "$first/bin" "$first/m" "$first/proc" "$first/dev" "$first/mnt"
cp "$out/bin/busybox" "$first/bin/busybox"
cp "$2" "$first/init"
chmod 755 "$first/init"
for module in virtio_pci virtio_blk ext4 crc32c_generic; do
    chroot "$out" modprobe --show-depends -S "$release" "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' |
    while read -r file; do
        cp "$out$file" "$first/m/"
        echo "${file##*/}" >>"$first/order"
    done
chroot "$out" sh -c 'cd /tmp/first && find . | busybox cpio -o -H newc' 2>/dev/null | gzip -1 >"$out.initrd"
rm -rf "$first"

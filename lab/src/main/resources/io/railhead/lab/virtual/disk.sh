# Empties the finished root of virtual lab hosts into a disk image. Called by ../booted/build.sh;
# argument: the root's directory, which then holds kernel, first programs and disk.
set -eu
out=$1
mkdir "$out.image"
mv "$out.vmlinuz" "$out.image/vmlinuz"
mv "$out.initrd" "$out.image/initrd"
# Sparse: what hosts write goes to files of their own. No journal: nobody needs a lab's disk after a
# power failure.
mke2fs -q -t ext4 -O ^has_journal -m 0 -d "$out" "$out.image/disk" 3G
rm -rf --one-file-system "$out"
mv "$out.image" "$out"

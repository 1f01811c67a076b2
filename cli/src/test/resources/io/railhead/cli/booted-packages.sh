# A package source on the host itself: railhead-sample at two versions and railhead-other, which
# hold one file each. A lab host reaches no other.
set -eu
repo=/srv/repo
mkdir -p "$repo"
cd "$repo"
: >Packages
for package in railhead-sample_1.0 railhead-sample_2.0 railhead-other_1.0; do
    name=${package%_*}
    version=${package#*_}
    mkdir -p "build/DEBIAN" "build/usr/share/$name"
    printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: lab <lab@invalid>\nDescription: lab\n' \
        "$name" "$version" >build/DEBIAN/control
    echo "$version" >"build/usr/share/$name/version"
    dpkg-deb --root-owner-group --build build "$package.deb" >/dev/null
    {
        dpkg-deb -f "$package.deb"
        echo "Filename: ./$package.deb"
        echo "Size: $(wc -c <"$package.deb")"
        echo "SHA256: $(sha256sum "$package.deb" | cut -d ' ' -f 1)"
        echo
    } >>Packages
    rm -r build
done
echo "deb [trusted=yes] file:$repo ./" >/etc/apt/sources.list.d/lab.list
apt-get -qq update

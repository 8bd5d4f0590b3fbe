# A small virtual machine for the tests that need a kernel of their own: Debian's kernel, busybox and the release build. To be sourced by a
# script that has said `set -euo pipefail`. Nothing of what is fetched is kept but in the folder that is named.

machine_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
machine_built=$machine_root/target/release

# machine_fetch FOLDER: installs what is needed, and puts the kernel and its modules in the folder unless they are there.
machine_fetch() {
    if ! command -v qemu-system-x86_64 >/dev/null || ! [ -x /bin/busybox ] || ! command -v cpio >/dev/null || ! command -v xz >/dev/null; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-system-x86 busybox-static cpio xz-utils >/dev/null
    fi
    mkdir -p "$1"
    [ ! -f "$1/vmlinuz" ] || return 0
    local kernel image
    kernel=$(machine_newest_kernel)
    if [ -z "$kernel" ]; then
        apt-get update -qq
        kernel=$(machine_newest_kernel)
    fi
    image=$(mktemp -d)
    (cd "$image" && apt-get download -qq "$kernel" && dpkg -x linux-image-*.deb .)
    cp -r "$image/lib/modules" "$1/"
    cp "$image"/boot/vmlinuz-* "$1/vmlinuz"
    rm -r "$image"
}

machine_newest_kernel() {
    apt-cache search --names-only '^linux-image-6\.[0-9.]+\+deb12-amd64$' | awk '{print $1}' | sort -V | tail -n 1
}

# machine_guest FOLDER ROOT INIT MODULE...: makes the guest's root in ROOT: busybox, the two programs with the libraries they were built
# with, INIT as its first process, and the modules under /lib in the order in which they are to be loaded.
machine_guest() {
    local folder=$1 guest=$2 init=$3 place=0
    shift 3
    mkdir -p "$guest"/{bin,lib,proc,sys,dev,tmp,data}
    cp /bin/busybox "$guest/bin/"
    ln -s busybox "$guest/bin/sh"
    install -m 755 "$init" "$guest/init"
    cp "$machine_built/croupierd" "$machine_built/croupierctl" "$guest/bin/"
    { ldd "$machine_built/croupierd"; ldd "$machine_built/croupierctl"; } | grep -o '/[^ ]*' | sort -u | xargs -I{} cp {} "$guest/lib/"
    for module in "$@"; do
        xz -dc "$(find "$folder/modules" -name "$module.ko.xz")" >"$guest/lib/$place.ko"
        place=$((place + 1))
    done
}

# machine_pack ROOT FILE: the guest's root as the kernel unpacks it.
machine_pack() {
    (cd "$1" && find . | cpio -o -H newc --quiet -R 0:0) >"$2"
}

# machine_run FOLDER PACKED APPEND OPTION...: becomes the machine, for SECONDS_MAX at most, with the guest's console on standard output;
# APPEND goes to the kernel. Nothing is accelerated: it is slow everywhere alike. On a busy host the emulated timer can be so late that the
# kernel takes it for broken and stops; it is told not to check it.
machine_run() {
    local folder=$1 packed=$2 append=$3
    shift 3
    exec timeout "${SECONDS_MAX:-420}" qemu-system-x86_64 -M q35 -m 512 -display none -no-reboot -net none -kernel "$folder/vmlinuz" -initrd "$packed" \
        -serial stdio -append "console=ttyS0 quiet panic=-1 no_timer_check $append" "$@" </dev/null
}

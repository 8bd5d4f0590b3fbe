#!/bin/sh
# The first process of the small virtual machine: it loads what the disk needs and hands over to the systemd that lies on it.
export PATH=/bin
/bin/busybox --install -s /bin 2>/dev/null
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev 2>/dev/null
for module in /lib/?.ko /lib/??.ko; do [ ! -f "$module" ] || insmod "$module"; done
mkdir -p /root
mount -t ext4 /dev/vda /root || { echo "ENDED the disk cannot be mounted"; poweroff -f; }
umount /proc /sys
mount --move /dev /root/dev
exec switch_root /root /lib/systemd/systemd

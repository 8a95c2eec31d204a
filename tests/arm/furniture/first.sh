#!/bin/sh
# The root's very first boot: what was only unpacked is set up, by nobody but itself.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive DPKG_FORCE=unsafe-io
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mount -o remount,rw /
exec >/dev/console 2>&1
ln -sf /proc/self/fd /dev/fd
cp /usr/share/base-passwd/passwd.master /etc/passwd
cp /usr/share/base-passwd/group.master /etc/group
rm -f /usr/share/ca-certificates/mozilla/*  # minutes of openssl, for a machine without a network
ldconfig
dpkg --configure -a || dpkg --configure -a || echo "@@ WRONG | the root | dpkg could not set it up"
# As Raspberry Pi OS has them: who may touch pins and buses.
groupadd --system gpio
groupadd --system spi
cp /opt/99-pins.rules /etc/udev/rules.d/
cp /opt/table-checks.service /etc/systemd/system/
mkdir -p /etc/systemd/system/multi-user.target.wants
ln -s ../table-checks.service /etc/systemd/system/multi-user.target.wants/
touch /etc/.updated /var/.updated  # or the next boot would do all of this once more
for timer in apt-daily apt-daily-upgrade dpkg-db-backup fstrim; do
    ln -sf /dev/null /etc/systemd/system/$timer.timer  # nobody but the table is looked at
done
echo "@@ set up"
sync
mount -o remount,ro /
echo o >/proc/sysrq-trigger
while :; do :; done

#!/bin/sh
# What is looked at in this boot; between the first and the second the power is cut.
if [ -e /var/lib/stardeck/journal.db ]; then
    /usr/bin/python3 /mnt/tests/arm/guest/after_the_cut.py
    /opt/own/bin/python /mnt/tests/arm/guest/pins.py
    echo "@@ done"
    systemctl --force --force poweroff
else
    /usr/bin/python3 /mnt/tests/arm/guest/installed.py
    sync
    echo "@@ cut"
    sleep 600
fi

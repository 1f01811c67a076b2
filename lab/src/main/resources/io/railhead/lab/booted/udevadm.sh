#!/bin/sh
# Written by `railhead lab up`. /sys of a lab host is read-only and udev does not run, so that
# «udevadm trigger» fails, and with it «netplan apply», which needs nothing of it. Everything else
# answers as it does.
/usr/lib/railhead-lab/system/udevadm "$@" 2>/dev/null || [ "${1-}" = trigger ] || [ "${1-}" = settle ]

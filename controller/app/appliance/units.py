"""The files that make the table start by itself: units for systemd, rules for udev and avahi."""

from __future__ import annotations

from collections.abc import Sequence
from string import Template

from msgspec import Struct

from controller.app.appliance.systemd import SWITCHED_OFF

BOARD = "/dev/stardeck/board"  # the link that udev makes for the board that is plugged in
RESTART_STEPS_SINCE = 254  # first version of systemd with growing pauses between restarts
GROUPS = ("dialout", "gpio", "spi", "video")  # for ports, pins, light chains, the Pi's firmware
PI = ("char-gpiochip", "char-spi", "char-vchiq", "/dev/vcio", "/dev/pio0")  # a Pi's pins

# For the service and for the socket: systemd opens the port in the socket's own control group, for
# which the lists of the service do not count (systemd.resource-control(5)).
PRIVATE = """\
# Who is in the house, or in a private network of its owner.
IPAddressDeny=any
IPAddressAllow=localhost 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16"""

SERVICE = Template("""\
[Unit]
Description=Stardeck, a table that knows the rules
Requires=stardeck.socket
After=stardeck.socket network.target
StartLimitIntervalSec=0

[Service]
Type=notify
ExecStart=$start
User=stardeck
Group=stardeck
SupplementaryGroups=$groups
StateDirectory=stardeck
StateDirectoryMode=0700
WorkingDirectory=/var/lib/stardeck
Environment=HOME=/var/lib/stardeck XDG_DATA_HOME=/var/lib PYTHONUNBUFFERED=1
UMask=0077
WatchdogSec=30
TimeoutStartSec=180
TimeoutStopSec=10
KillMode=mixed
Restart=always
$restart
# Switched off at the table itself: the machine goes with it.
RestartPreventExitStatus=$off
SuccessExitStatus=$off
ExecStopPost=+/bin/sh -c 'test "$$$$EXIT_STATUS" != $off || exec systemctl --no-block poweroff'
TasksMax=64

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
DevicePolicy=closed
$devices
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
$sealed
$private

[Install]
WantedBy=multi-user.target
Also=stardeck.socket
""")

SOCKET = Template("""\
[Unit]
Description=The pages of Stardeck

[Socket]
ListenStream=0.0.0.0:$port
NoDelay=yes
$private

[Install]
WantedBy=sockets.target
""")

# A Pico with MicroPython is 2e8a:0005; ModemManager would talk to it for half a minute.
UDEV = """\
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", GROUP="dialout", \
MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1", SYMLINK+="stardeck/board stardeck/$attr{serial}"
"""

AVAHI = Template("""\
<?xml version="1.0" standalone='no'?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Stardeck on %h</name>
  <service><type>_http._tcp</type><port>$port</port></service>
</service-group>
""")

SYSUSERS = 'u stardeck - "Stardeck" /var/lib/stardeck\n'


class Options(Struct, frozen=True):
    """How the table is to start: its board, port, further arguments, groups and systemd."""

    board: str = BOARD
    port: int = 80
    words: tuple[str, ...] = ()  # further arguments for `stardeck play`
    groups: tuple[str, ...] = ("dialout",)
    systemd: int = RESTART_STEPS_SINCE

    @property
    def pins(self) -> bool:
        """True if the Pi's own pins may be used."""
        return bool({"gpio", "spi"} & set(self.groups))


def files(options: Options, program: str) -> dict[str, str]:
    """Return the text of every file to install, by its path from the root."""
    return {
        "etc/systemd/system/stardeck.service": service_unit(options, program),
        "etc/systemd/system/stardeck.socket": SOCKET.substitute(port=options.port, private=PRIVATE),
        "etc/udev/rules.d/70-stardeck.rules": UDEV,
        "etc/avahi/services/stardeck.service": AVAHI.substitute(port=options.port),
        "etc/sysusers.d/stardeck.conf": SYSUSERS,
    }


def service_unit(options: Options, program: str) -> str:
    """Return the text of the service's unit, which runs `program`."""
    words = [program, "play", "--board", options.board, "--lan", "--quiet"]
    return SERVICE.substitute(
        start=" ".join(map(quote_for_systemd, [*words, *options.words])),
        groups=" ".join(options.groups),
        restart=restart_lines(options.systemd),
        off=SWITCHED_OFF,
        private=PRIVATE,
        devices="\n".join(f"DeviceAllow={one} rw" for one in devices(options)),
        # ctypes, by which pins are opened, writes code at run time.
        sealed="LimitNICE=-10" if options.pins else "MemoryDenyWriteExecute=yes",
    )


def restart_lines(systemd: int) -> str:
    """Return the lines for restarting, with growing pauses where systemd supports them."""
    if systemd < RESTART_STEPS_SINCE:
        return "RestartSec=5"
    return "RestartSec=1\nRestartSteps=5\nRestartMaxDelaySec=30"


def devices(options: Options) -> Sequence[str]:
    """Return the devices that the service may open."""
    return ("char-ttyACM", "char-ttyUSB", *(PI if options.pins else ()))


def quote_for_systemd(word: str) -> str:
    """Return a word quoted for ExecStart=, so that systemd.syntax(7) reads it back unchanged."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain.replace("%", "%%").replace("$", "$$")}"'

#!/bin/sh
# The first and only process of a small virtual machine with a USB serial adapter; tests/serial/run starts it, and pulls the adapter out and
# plugs it in when this says PULL and PLUG. At the adapter's other end is the simulated wheel. What is proved is said by each `say`.
export PATH=/bin
/bin/busybox --install -s /bin 2>/dev/null
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev 2>/dev/null
ip link set lo up
for module in /lib/?.ko; do insmod "$module"; done

CTL="/lib/ld-linux-x86-64.so.2 --library-path /lib /bin/croupierctl"
DAEMON="/lib/ld-linux-x86-64.so.2 --library-path /lib /bin/croupierd"
API=http://127.0.0.1:8080
FAILED=0

say() { echo "=== $(cut -d. -f1 /proc/uptime) s: $1"; }
fail() { echo "FAILED: $1"; FAILED=1; }
# Waits up to so many tenths of a second until a command holds; the machine is slow.
wait_until() { i=0; while [ $i -lt "$1" ]; do eval "$2" && return 0; usleep 100000; i=$((i + 1)); done; fail "$3"; return 1; }
get() { wget -q -O - "$API$1" 2>/dev/null; }
shows() { get /api/v1/cabinet | grep -q "$1"; }
post() { wget -q -O - --header "Authorization: Bearer $1" --header "Idempotency-Key: $2" --header "Content-Type: application/json" --post-data "$4" "$API$3"; }
round() { get /api/v1/cabinet | grep -o '"round":[0-9]*' | head -n 1 | cut -d: -f2; }
seat() { wget -q -O - --header "Authorization: Bearer $SEAT" "$API/api/v1/seats/1" 2>/dev/null; }
token() { sed -n "s/^$1.*#//p" /tmp/links; }

wait_until 300 "[ -c /dev/ttyUSB0 ]" "the adapter appears"
say "a wheel on the port answers who it is"
$CTL wheel status --port /dev/ttyUSB0 >/tmp/status || fail "status ends well"
grep -q '"firmware"' /tmp/status || { fail "the firmware is said"; cat /tmp/status; }

say "the daemon opens the port and plays"
$DAEMON --cabinet /cabinet.toml --data /tmp/data --log json >/tmp/links 2>/tmp/log &
DAEMON_PID=$!
wait_until 600 "get /ready >/dev/null" "the daemon is ready"
wait_until 600 "shows '\"betting_open\":true'" "betting opens"
ATTENDANT=$(token Attendant); SEAT=$(token "Seat 1")
post "$ATTENDANT" a /api/v1/seats/1/credit-in '{"amount":1000}' >/dev/null || fail "credit is put on a seat"
post "$SEAT" b /api/v1/seats/1/bets '{"round":'"$(round)"',"bets":[{"bet":"straight","numbers":[17],"stake":100}]}' >/dev/null || fail "a bet is taken"

say "the adapter is pulled out: the port is given up at once, and everybody sees why the table stands"
echo PULL
wait_until 300 "! [ -c /dev/ttyUSB0 ]" "the kernel takes the port away"
wait_until 300 "grep -q 'port is gone' /tmp/log" "the driver says that the port is gone"
wait_until 300 "shows device-lost" "the fault is shown"

say "plugged in again it is the same port, and the fault passes by itself"
echo PLUG
wait_until 300 "[ -c /dev/ttyUSB0 ]" "the port comes back under its name" || { ls -l /dev/ttyUSB*; dmesg | tail -n 5; }
wait_until 600 "! shows device-lost" "the fault is cleared"
wait_until 600 "shows '\"betting_open\":true'" "betting goes on"

say "the spin is played over that port: 17, which pays 35 to 1"
wait_until 1800 "seat | grep -q '\"credit\":4500'" "the seat has what was left, 900, and 3600" || seat

say "SIGTERM ends it"
kill -TERM $DAEMON_PID
wait $DAEMON_PID || fail "the daemon ends well"
[ $FAILED = 0 ] || cat /tmp/log
echo "ENDED $FAILED"
sync; poweroff -f

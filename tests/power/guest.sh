#!/bin/sh
# The first and only process of a small virtual machine whose power is cut; tests/power/run starts it again and again on what its disk
# kept. It puts credit on a seat, a unit at a time, and says what was acknowledged; each order has a number for its key. They begin with
# the first that may be lost, so those up to `again` may come a second time: after it the credit is what the numbers say.
export PATH=/bin
/bin/busybox --install -s /bin 2>/dev/null
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev 2>/dev/null; mkdir -p /dev/pts; mount -t devpts devpts /dev/pts
ip link set lo up
for module in /lib/?.ko; do insmod "$module"; done
number=$(sed -n 's/.*first=\([0-9]*\).*/\1/p' /proc/cmdline)
again=$(sed -n 's/.*again=\([0-9]*\).*/\1/p' /proc/cmdline)

CTL="/lib/ld-linux-x86-64.so.2 --library-path /lib /bin/croupierctl"
DAEMON="/lib/ld-linux-x86-64.so.2 --library-path /lib /bin/croupierd"
API=http://127.0.0.1:8080

end() { echo "ENDED $1"; sync; poweroff -f; }
credit() { wget -q -O - --header "Authorization: Bearer $SEAT" $API/api/v1/seats/1 2>/dev/null | sed -n 's/.*"credit":\([0-9]*\).*/\1/p'; }
post() { wget -q -O - --header "Authorization: Bearer $1" --header "Idempotency-Key: $2" --header "Content-Type: application/json" --post-data "$4" "$API$3" 2>/dev/null; }
round() { wget -q -O - $API/api/v1/cabinet 2>/dev/null | grep -o '"round":[0-9]*' | head -n 1 | cut -d: -f2; }
token() { sed -n "s/^$1.*#//p" /tmp/links; }

mount -t ext4 /dev/vda /data || end "the file system cannot be mounted"
# Starts the daemon and waits until it serves.
start() {
    $DAEMON --data /data/croupier --log json >/tmp/links 2>/tmp/log &
    daemon=$!
    waited=0
    until wget -q -O - $API/ready >/dev/null 2>&1; do
        waited=$((waited + 1))
        [ $waited -lt 1200 ] && [ -e /proc/$daemon/exe ] || { cat /tmp/log; end "the daemon is not ready"; }
        usleep 100000
    done
}

# A cut can leave one copy of the journal a commit behind the other, which a start puts right; both are verified after it.
start
kill -TERM $daemon
wait $daemon
$CTL journal verify --data /data/croupier >/tmp/verified 2>&1 || { cat /tmp/verified; end "journal verify"; }
echo "VERIFIED $(tail -n 1 /tmp/verified)"
start
ATTENDANT=$(token Attendant); SEAT=$(token "Seat 1")
echo "READY $(credit)"
while true; do
    if post "$ATTENDANT" "credit-$number" /api/v1/seats/1/credit-in '{"amount":100}' >/dev/null; then
        [ "$number" != "$again" ] || echo "CREDIT $(credit)"
        echo "ACKNOWLEDGED $number"
        # A bet now and then, so that what is settled is verified too; whether betting is open is no matter here.
        [ $((number % 5)) != 0 ] || post "$ATTENDANT" "more-$number" /api/v1/seats/2/credit-in '{"amount":100}' >/dev/null
        [ $((number % 5)) != 0 ] || post "$(token "Seat 2")" "bet-$number" /api/v1/seats/2/bets '{"round":'"$(round)"',"bets":[{"bet":"straight","numbers":[17],"stake":100}]}' >/dev/null
        number=$((number + 1))
    else
        usleep 100000
    fi
done

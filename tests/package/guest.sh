#!/bin/sh
# What happens to the package on a board, told on the console; tests/package/run boots the machine until this says ENDED. A failure is
# ENDED with its reason.
API=http://127.0.0.1:8080
STAGE=/root/stage
journal_folders="/var/lib/croupier /var/lib/croupier-mark /var/lib/croupier-mirror /var/lib/croupier-backup"
export DEBIAN_FRONTEND=noninteractive SYSTEMD_COLORS=0 SYSTEMD_URLIFY=0 SYSTEMD_PAGER=cat TERM=dumb

say() { echo "=== $1"; }
end() { echo "ENDED $1"; [ "$1" = 0 ] || { systemctl status croupierd lines systemd-modules-load --no-pager -l; journalctl -b --no-pager -n 60 -p warning; journalctl -u croupierd --no-pager -n 60; cat /root/refused 2>/dev/null; }; sync; systemctl poweroff --force --force; exit; }
ask() { wget -q -O - "$@" 2>/dev/null; }
token() { sed -n "s/^$1.*#//p" /root/links | head -n 1; }
pay() { ask --header "Authorization: Bearer $(token Attendant)" --header "Idempotency-Key: $1" --header "Content-Type: application/json" --post-data "{\"amount\":$3}" $API/api/v1/seats/1/$2 >/dev/null; }
credit() { ask --header "Authorization: Bearer $(token 'Seat 1')" $API/api/v1/seats/1 | sed -n 's/.*"credit":\([0-9]*\).*/\1/p'; }
expect_credit() {
    found=$(credit)
    [ "$found" = "$1" ] || end "the credit of seat 1 is ${found:-unknown} and not $1"
}
# The round that is open; those that were played follow it in the view.
round() { ask $API/api/v1/cabinet | grep -o '"round":[0-9]*' | head -n 1 | cut -d: -f2; }
# Seat 1 stakes so much on red, as soon as another round than the present one takes bets, so that most of a round is left. What refused it last is
# shown where the machine ends with a failure.
bet() {
    present=$(round)
    for _ in $(seq 300); do
        number=$(round)
        [ "$number" != "$present" ] && wget -q -O /root/refused --content-on-error --header "Authorization: Bearer $(token 'Seat 1')" \
            --header "Idempotency-Key: red-$number" --header "Content-Type: application/json" \
            --post-data "{\"round\":$number,\"bets\":[{\"bet\":\"red\",\"stake\":$1}]}" $API/api/v1/seats/1/bets 2>/dev/null && return
        sleep 1
    done
    end "no bet is taken"
}
# Does what the builder's document says in its block for the board that has this in it. There is no screen here, so no browser is opened.
documented() {
    awk -v wanted="$1" '
        /^ *```sh on the board$/ { inside = 1; block = ""; next }
        /^ *```$/ { if (inside && index(block, wanted)) printf "%s", block; inside = 0; next }
        inside && !/^chromium / { block = block $0 "\n" }' /root/builder.md >/root/documented
    [ -s /root/documented ] || end "the builder's document has no block with $1"
    (cd /root/board && HOME=/root sh -e -x /root/documented) || end "what the builder's document says cannot be done: $1"
}
# Whether the service answers at every address of the board.
listens_everywhere() { grep -q ' 00000000:1F90 ' /proc/net/tcp; }
# Waits until this command succeeds.
wait_until() {
    for _ in $(seq 240); do
        "$@" && return
        sleep 0.5
    done
    end "it never came to this: $*"
}
# The cash box as the attendant sees it, and what is driven on the lamp's line.
official() { ask --header "Authorization: Bearer $(token Attendant)" $API/api/v1/official; }
is_door_open() { official | grep -q '"cabinet-door-open"'; }
is_door_shut() { said=$(official) && ! echo "$said" | grep -q '"cabinet-door-open"'; }
is_lamp() { [ "$(cat $lines/sim_gpio13/value)" = "$1" ]; }
# Waits until the service has said something since it was started last; the machine is slow.
wait_for_log() {
    for _ in $(seq 120); do
        journalctl -u croupierd --no-pager -o cat "_SYSTEMD_INVOCATION_ID=$(systemctl show -p InvocationID --value croupierd)" | grep -q -e "$1" && return
        sleep 1
    done
    end "the service did not say: $1"
}
wait_ready() {
    for _ in $(seq 120); do
        systemctl is-active -q croupierd && ask $API/health >/dev/null && return
        sleep 1
    done
    end "the service does not answer"
}

case $(cat $STAGE 2>/dev/null) in
    "")
        say "the package is installed; without a cabinet file nothing starts, and nothing has failed"
        documented "apt install"
        systemctl is-enabled -q croupierd || end "the service is not enabled"
        systemctl is-failed -q croupierd && end "the service has failed without a cabinet file"
        systemctl is-active -q croupierd && end "the service runs without a cabinet file"
        [ "$(stat -c '%U %a' /var/lib/croupier /var/lib/croupier-mark | sort -u)" = "croupier 700" ] || end "the data folders are not closed"
        udevadm settle
        if [ -f /root/lines.toml ]; then
            [ "$(stat -c '%G %a' /dev/gpiochip0)" = "gpio 660" ] || end "the lines do not belong to the group gpio"
            say "a cabinet with a wheel on bare lines: the service reads them"
            first=lines
        else
            say "a cabinet with a wheel on a serial port"
            first=serial
        fi
        cp /root/$first.toml /etc/croupier/cabinet.toml
        croupierctl validate /etc/croupier/cabinet.toml >/dev/null || end "the cabinet file is refused"
        documented "systemctl enable --now croupierd"
        wait_ready
        wait_for_log "the wheel's \\(lines are\\|port is\\) open"
        [ $first = serial ] || wait_for_log "runs with real-time priority"
        if [ -e /root/prints-links ]; then
            journalctl -u croupierd --no-pager -o cat >/root/links
        else
            cp /var/lib/croupier/links.txt /root/links || end "there are no links"
            [ "$(stat -c '%U %a' /var/lib/croupier/links.txt)" = "croupier 600" ] || end "others may read the links"
            journalctl -u croupierd --no-pager -o cat | grep -q -F "$(token Attendant)" && end "a link stands in the log"
        fi
        if [ $first = lines ]; then
            say "a door on a line of its own is told while it is open, and the lamp blinks for a player who calls"
            lines=$(echo /sys/devices/platform/$(cat /sys/kernel/config/gpio-sim/wheel/dev_name)/gpiochip*)
            wait_until is_door_open
            echo pull-down >$lines/sim_gpio12/pull
            wait_until is_door_shut
            echo pull-up >$lines/sim_gpio12/pull
            wait_until is_door_open
            ask --header "Authorization: Bearer $(token 'Seat 1')" --header "Idempotency-Key: call" --header "Content-Type: application/json" \
                --post-data '{"reason":"help"}' $API/api/v1/seats/1/call-attendant >/dev/null || end "nobody can be called"
            wait_until is_lamp 1
            wait_until is_lamp 0
            wait_until is_lamp 1
        fi
        pay first credit-in 12300 || end "the credit was refused"
        expect_credit 12300
        echo 2 >$STAGE
        say "the machine is started anew"
        sync
        systemctl reboot
        ;;
    2)
        say "the cabinet has started with the power, and the credit is there"
        wait_ready
        wait_for_log "the wheel's \\(lines are\\|port is\\) open"
        [ ! -e /var/lib/croupier/links.txt ] || end "the links still lie there"
        expect_credit 12300

        say "a backup is made while the cabinet is played at, and a cabinet can be made of it"
        systemctl start croupier-backup.service || { systemctl status croupier-backup --no-pager -l; end "no backup is made"; }
        restored=/var/lib/croupier-backup/restored
        runuser -u croupier -- sh -c "croupierctl journal restore /var/lib/croupier-backup/croupier-* --by Bela --data $restored" || end "the backup cannot be restored"
        runuser -u croupier -- croupierctl journal verify --data $restored || end "the restored journal does not verify"
        systemctl list-timers --all --no-pager | grep -q croupier-backup && end "the timer runs though nobody wanted it"

        say "a cabinet with a wheel on a serial port, once the credit is paid out"
        pay out credit-out 12300 || end "the payment was refused"
        systemctl stop croupierd
        cp /root/serial.toml /etc/croupier/cabinet.toml
        systemctl start croupierd || end "the service does not start with a serial wheel"
        wait_ready
        wait_for_log "the wheel's port is open"
        pay second credit-in 4500 || end "the credit was refused"
        expect_credit 4500

        say "an upgrade waits for the round that is open, keeps everything and runs again"
        before=$(systemctl show -p MainPID --value croupierd)
        # A slow machine takes longer to unpack than a round lasts, and the program that runs does not notice it.
        dpkg --unpack /root/croupier.deb || end "the package cannot be unpacked"
        bet 500
        dpkg --configure croupier >/root/upgraded 2>&1 || { cat /root/upgraded; end "the upgrade fails"; }
        cat /root/upgraded
        grep -q '"players_in_games":1' /root/upgraded || end "the upgrade did not see the open round"
        grep -q '"players_in_games":0' /root/upgraded || end "the upgrade did not wait for the round's end"
        wait_ready
        listens_everywhere || end "consoles that came over a network come no more"
        build=$(cat /root/build)
        [ -z "$build" ] || runuser -u croupier -- croupierctl identity --starts --data /var/lib/croupier | tail -n 1 | grep -q "\"build\":\"$build\"" || end "the program does not name the commit that it was built from"
        [ "$(systemctl show -p MainPID --value croupierd)" != "$before" ] || end "the former program still runs"
        played=$(credit)
        [ "$played" = 4000 ] || [ "$played" = 5000 ] || end "after a stake of 500 on red the credit is ${played:-unknown}"

        say "the journal verifies"
        systemctl stop croupierd
        runuser -u croupier -- croupierctl journal verify --data /var/lib/croupier --mark /var/lib/croupier-mark/mark || end "journal verify"

        say "purged without an answer, the package leaves the journal and its backups, and says where; installed again, it goes on with it"
        dpkg --purge croupier >/root/purged 2>&1 || { cat /root/purged; end "the package cannot be purged"; }
        for folder in $journal_folders /etc/croupier; do
            grep -q "stays.* $folder\\([ ,]\\|$\\)" /root/purged || { cat /root/purged; end "nobody is told that $folder stays"; }
        done
        ls -d /var/lib/croupier-backup/croupier-* >/dev/null || end "a purge that keeps the journal has lost its backup"
        [ ! -e /usr/bin/croupierd ] || end "the program is still there"
        cp /root/serial.toml /etc/croupier/cabinet.toml
        grep -q '^CROUPIER_LISTEN=0.0.0.0:8080$' /etc/croupier/options || end "a purge that keeps the cabinet file has lost the service's options"
        rm /etc/croupier/options
        dpkg -i /root/croupier.deb || end "the package cannot be installed again"
        wait_ready
        expect_credit "$played"
        listens_everywhere && end "the cabinet answers to other machines, and nobody has said that it should"

        say "once the house has said so, it answers to all, over TLS, as the builder's document has it"
        documented "CROUPIER_OPTIONS=--tls"
        wget -q -O - --ca-certificate=/root/board/cabinet.pem https://127.0.0.1:8080/health >/dev/null || end "nobody is answered over TLS"
        listens_everywhere || end "the cabinet does not answer to other machines"
        documented "certutil"
        certutil -d sql:/root/.pki/nssdb -L | grep -q '^cabinet ' || end "the browser does not know the certificate"
        rm /etc/croupier/options

        say "every shipped cabinet file runs under the service, whatever is plugged in"
        for file in /usr/share/doc/croupier/examples/cabinets/*.toml; do
            systemctl stop croupierd
            find /var/lib/croupier /var/lib/croupier-mark -mindepth 1 -delete
            cp "$file" /etc/croupier/cabinet.toml
            systemctl start croupierd || end "the service does not start with $file"
            wait_ready
        done

        say "a cabinet that setup makes as root starts as its own account, and its first owner signs in"
        systemctl stop croupierd
        find /var/lib/croupier /var/lib/croupier-mark /etc/croupier -mindepth 1 -delete
        printf '%s\n' Cabinet roulette/am am amd 0 100 '' '' none none 1 slingshot-2 none no no Anna 731946 >/root/answers
        documented "croupierctl setup" </root/answers
        [ "$(stat -c '%U %a' /var/lib/croupier/*)" = "croupier 600" ] || { ls -la /var/lib/croupier; end "the first owner is not the account's alone to read"; }
        systemctl start croupierd || end "the service does not start with what setup wrote"
        wait_ready
        ask --header "Content-Type: application/json" --post-data '{"name":"Anna","pin":"731946"}' $API/api/v1/sign-in | grep -q '"role":"owner"' || end "the first owner cannot sign in"

        say "the mirror moves to a second disk, and a backup is made of it there"
        echo 'tmpfs /var/lib/croupier-mirror tmpfs mode=0700 0 0' >>/etc/fstab
        documented "mount /var/lib/croupier-mirror"
        wait_ready
        mountpoint -q /var/lib/croupier-mirror || end "no second disk is mounted"
        [ ! -e /var/lib/croupier/mirror ] || end "the mirror is still on the first disk"
        ls -d /var/lib/croupier-backup/croupier-* >/root/backups
        systemctl start croupier-backup.service || { systemctl status croupier-backup --no-pager -l; end "no backup is made of a mirror on a second disk"; }
        ls -d /var/lib/croupier-backup/croupier-* | grep -v -x -F -q -f /root/backups || end "there is no other backup than before"

        say "the backup of every night is switched on, and the log never fills the disk"
        documented "systemctl enable --now croupier-backup.timer"
        systemctl is-enabled -q croupier-backup.timer || end "the timer does not start with the machine"
        systemctl list-timers --no-pager | grep -q 'croupier-backup.timer' || end "the timer does not run"
        for limit in SystemMaxUse=200M RuntimeMaxUse=50M; do
            [ "$(systemd-analyze cat-config systemd/journald.conf | grep "^${limit%=*}=" | tail -n 1)" = $limit ] || end "the log does not hold to $limit"
        done

        say "purged by somebody who says so, nothing of the journal and its backups is left; all folders are named before"
        systemctl stop croupierd
        echo yes | DEBIAN_FRONTEND=teletype dpkg --purge croupier >/root/purged 2>&1 || { cat /root/purged; end "the package cannot be purged"; }
        for folder in $journal_folders /etc/croupier; do
            grep -q "$folder\\([ ,.]\\|$\\)" /root/purged || { cat /root/purged; end "nobody was told of $folder"; }
            # That on which a disk is mounted is emptied and stays.
            if mountpoint -q $folder; then found=$(ls -A $folder); else found=$(ls -d $folder 2>/dev/null); fi
            [ -z "$found" ] || { ls -laR $folder; end "$folder is still there"; }
        done
        end 0
        ;;
esac

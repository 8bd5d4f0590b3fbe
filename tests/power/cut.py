"""What a disk with a volatile cache holds after the power was cut: cut.py DISK LOG PLACE SEED.

DISK is the disk as it was when the machine started, LOG what qemu's `blklogwrites` has logged since, PLACE the byte of it that was reached
when the power was cut. Every write before the last flush is on the disk. Of the writes after it each is there or not, whatever the others
are, as the seed has it.
"""

import random
import struct
import sys

MAGIC = 0x6A736677736872
FLUSH, DISCARD, MARK = 1, 4, 8


def entries(log):
    """Every logged write as (sector, data), and None for a flush; a flush can carry a write that comes after it."""
    if len(log) < 512:
        return
    magic, version, _, sector_bytes = struct.unpack_from("<QQQI", log)
    assert (magic, version) == (MAGIC, 1), "not a log of writes"
    place = sector_bytes
    while place + 32 <= len(log):
        sector, sectors, flags, data_bytes = struct.unpack_from("<QQQQ", log, place)
        if (sector, sectors, flags, data_bytes) == (0, 0, 0, 0):
            return
        place += sector_bytes
        if flags & FLUSH:
            yield None
        if flags & DISCARD or flags & MARK or sectors == 0:
            continue
        data = log[place : place + sectors * sector_bytes]
        place += sectors * sector_bytes
        if len(data) == sectors * sector_bytes:
            yield sector * sector_bytes, data


def main():
    disk, log, place, seed = sys.argv[1:]
    chance = random.Random(seed)
    with open(log, "rb") as file:
        logged = list(entries(file.read()[: int(place)]))
    flushes = [place for place, entry in enumerate(logged) if entry is None]
    safe = flushes[-1] if flushes else -1
    lost = 0
    with open(disk, "r+b") as file:
        for place, entry in enumerate(logged):
            if entry is None:
                continue
            if place > safe and chance.random() < 0.5:
                lost += 1
                continue
            file.seek(entry[0])
            file.write(entry[1])
    print(f"{len(logged) - len(flushes)} writes, {len(flushes)} flushes, {len(logged) - safe - 1} writes after the last, {lost} of them lost")


main()

"""Bad requests offered openly: flood.py PORT SECONDS EACH_SECOND. So many are begun each second, however late the cabinet answers, each on a connection of
its own and with a guessed token, from as many addresses as a network of consoles has. It prints how many were offered and what became of them.
"""

import collections
import json
import selectors
import socket
import sys
import time

ADDRESSES = [f"127.0.4.{number}" for number in range(1, 33)]
REQUEST = b"GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer guess\r\nConnection: close\r\n\r\n"
# Who floods does not wait for answers that are held back.
PATIENCE_SECONDS = 0.1
BURSTS_EACH_SECOND = 100


class Flood:
    def __init__(self, port):
        self.port, self.selector = port, selectors.DefaultSelector()
        self.waiting = collections.OrderedDict()
        self.became = collections.Counter()
        self.offered = 0

    def begin(self):
        """A connection whose request is sent as soon as it is made."""
        self.offered += 1
        connection = socket.socket()
        connection.setblocking(False)
        connection.bind((ADDRESSES[self.offered % len(ADDRESSES)], 0))
        try:
            connection.connect(("127.0.0.1", self.port))
        except BlockingIOError:
            pass
        except OSError:
            return self.end(connection, "not connected")
        self.selector.register(connection, selectors.EVENT_WRITE)
        self.waiting[connection] = time.monotonic()

    def go_on(self, connection, events):
        try:
            if events & selectors.EVENT_WRITE:
                connection.send(REQUEST)
                self.selector.modify(connection, selectors.EVENT_READ)
                return
            answer = connection.recv(64)
            self.end(connection, answer[9:12].decode() or "closed")
        except OSError:
            self.end(connection, "closed")

    def end(self, connection, how):
        self.became[how] += 1
        if self.waiting.pop(connection, None) is not None:
            self.selector.unregister(connection)
        connection.close()

    def give_up(self):
        """Leaves those that were not answered in time, the oldest first."""
        late = time.monotonic() - PATIENCE_SECONDS
        while self.waiting and next(iter(self.waiting.values())) < late:
            self.end(next(iter(self.waiting)), "left")

    def run(self, seconds, each_second):
        begun = time.monotonic()
        while (elapsed := time.monotonic() - begun) < seconds:
            due = int(elapsed * each_second) - self.offered
            for _ in range(min(due, each_second // BURSTS_EACH_SECOND)):
                self.begin()
            for key, events in self.selector.select(1 / BURSTS_EACH_SECOND / 4):
                self.go_on(key.fileobj, events)
            self.give_up()
        return {"offered_each_second": round(self.offered / elapsed), "became": dict(self.became)}


print(json.dumps(Flood(int(sys.argv[1])).run(float(sys.argv[2]), int(sys.argv[3]))))

"""An engine that already runs, reached over TCP: the same protocol, a line each way."""

import contextlib
import ipaddress
import os
import socket
import time

from ludex.fault import Fault
from ludex.judge.verdict import CLOSED, Down
from ludex.runner.address import Address
from ludex.runner.conversation import Conversation
from ludex.runner.limits import Limits

__all__ = ["Address", "Connection", "address"]


def address(text: str, remote: bool) -> Address:
    """The address in `HOST:PORT`; a Fault for another shape, and for another machine unless that is allowed."""
    host, sign, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (host and sign and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise Fault(f"--connect {text!r} is not HOST:PORT", "For example: --connect 127.0.0.1:4000")
    if not remote and not _is_loopback(host, int(port)):
        raise Fault(f"{host} is another machine", "Add --allow-remote if its engine may be reached over the network.")
    return Address(host, int(port))


def _is_loopback(host: str, port: int) -> bool:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Fault(f"cannot find {host}: {error.strerror}", "Check the name in --connect.") from None
    return all(ipaddress.ip_address(str(one[4][0]).partition("%")[0]).is_loopback for one in found)


class Connection(Conversation):
    """One conversation with an engine that listens."""

    def __init__(self, where: Address, limits: Limits, patience: float = 0.0) -> None:
        self._socket = _connect(where, limits, patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._writer = os.dup(self._socket.fileno())
        super().__init__(limits, self._socket.fileno(), self._writer)

    def _go_down(self, _: str) -> None:
        self._drain()
        self.down = self.down or Down(CLOSED, "the engine closed the connection")

    def _close_input(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        if self._writer < 0:
            return
        self._selector.close()
        os.close(self._writer)
        self._writer = -1
        self._socket.close()


def _connect(where: Address, limits: Limits, patience: float) -> socket.socket:
    """Connects; after a fall the engine is given a while to listen again."""
    until = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection((where.host, where.port), timeout=limits.start)
        except OSError as error:
            if time.monotonic() > until:
                said = error.strerror or str(error)
                remedy = "Start the engine first; it must listen there."
                raise Fault(f"cannot connect to {where}: {said}", remedy) from None
        time.sleep(0.05)

"""What a listening socket must be for the doors behind it."""

import asyncio
import socket

from referee.server.ports import bound


def test_what_is_written_is_sent_at_once() -> None:
    """asyncio turns off the kernel's waiting for more only on sockets that it knows to be TCP's."""

    async def delayed() -> bool:
        heard: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            heard.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        (listening,) = bound("127.0.0.1", 0)
        async with await asyncio.start_server(accepted, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            found = await asyncio.wait_for(heard, 10)
            writer.close()
            await writer.wait_closed()
        return not found

    assert not asyncio.run(delayed())

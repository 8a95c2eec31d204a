"""Answers to requests: one sentence, or the reason why not."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request as Asked
from starlette.responses import Response

from controller.values import Saying
from controller.web.mailbox import reader
from controller.words import say

JSON = "application/json"


async def within(asked: Asked, most: int) -> bytes | None:
    """The body, or None when it is longer than anything we would ask for."""
    body = b""
    async for chunk in asked.stream():
        body += chunk
        if len(body) > most:
            return None
    return body


def spoken(sentence: str, status: int = 200) -> Response:
    body = msgspec.json.encode({"said": sentence})
    return Response(body, status, media_type=JSON)


def refused(key: str, status: int, **gaps: str) -> Response:
    return spoken(say(Saying(key, gaps)), status)


async def missing(_: Asked, trouble: Exception) -> Response:
    """No such address, or nothing that can be asked for there."""
    return refused(
        "page.no_file", trouble.status_code if isinstance(trouble, HTTPException) else 404
    )


def decoded(body: bytes, kind: Any) -> Any:
    """What is asked for, or why that makes no sense."""
    reads = reader(kind)
    try:
        return reads.decode(body)
    except (ValueError, RecursionError) as trouble:
        return refused("page.malformed", 400, why=str(trouble))

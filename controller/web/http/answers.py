"""Answers to requests: one sentence, data, or the reason for a refusal."""

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


async def read_body(asked: Asked, most: int) -> bytes | None:
    """Return the body of a request; None if it is longer than `most` bytes."""
    body = b""
    async for chunk in asked.stream():
        body += chunk
        if len(body) > most:
            return None
    return body


def sentence_response(sentence: str, status: int = 200) -> Response:
    """Return a response with this sentence."""
    body = msgspec.json.encode({"said": sentence})
    return Response(body, status, media_type=JSON)


def refusal_response(key: str, status: int, **gaps: str) -> Response:
    """Return a refusal with the sentence of this key."""
    return sentence_response(say(Saying(key, gaps)), status)


async def missing(_: Asked, trouble: Exception) -> Response:
    """Return the response for an unknown address or method."""
    return refusal_response(
        "page.no_file", trouble.status_code if isinstance(trouble, HTTPException) else 404
    )


def decoded(body: bytes, kind: Any) -> Any:
    """Return the decoded request, or a refusal that says why it is malformed."""
    reads = reader(kind)
    try:
        return reads.decode(body)
    except (ValueError, RecursionError) as trouble:
        return refusal_response("page.malformed", 400, why=str(trouble))

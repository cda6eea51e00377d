"""The program infer as a child process: Arrow record batches in, answers out."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import pyarrow as pa


class ProcessError(RuntimeError):
    """The program failed or was killed; the same call may succeed."""


class UsageError(ValueError):
    """The program refused a setting."""


class InputError(ValueError):
    """The program could not use a file or a document."""


def program() -> str:
    """Return the path of the program that is part of the wheel."""
    return str(Path(__file__).parent / "bin" / ("infer.exe" if os.name == "nt" else "infer"))


def failure(code: int, said: str) -> Exception:
    """Return the exception for an exit code, with what the program said."""
    message = said.strip()[-4000:].removeprefix("infer: ") or f"the program ended with {code}"
    if code < 0:
        message = f"the program was ended by signal {-code}" + (f": {said.strip()}" if said.strip() else "")
    return {64: UsageError, 65: InputError}.get(code, ProcessError)(message)


class Process:
    """infer stream with its model loaded. One thread at a time uses it."""

    def __init__(self, command: list[str], schema: pa.Schema) -> None:
        # A file takes what the program says: nobody reads a pipe while the program runs, and a full one would stop it.
        self.said: IO[bytes] = tempfile.TemporaryFile()
        try:
            self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said)
        except BaseException:
            self.said.close()
            raise
        self.parent = os.getpid()
        self.schema = schema
        self.writer: Any = None
        self.reader: Any = None

    def answers(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the answer to each batch. A thread sends the batches ahead, so that neither pipe fills up on both sides."""
        failed: list[BaseException] = []
        sent: list[pa.RecordBatch] = list(batches)

        def send() -> None:
            try:
                if self.writer is None:
                    self.writer = pa.ipc.new_stream(self.child.stdin, self.schema)
                for batch in sent:
                    self.writer.write_batch(batch)
                    self.child.stdin.flush()  # type: ignore[union-attr]
            except BaseException as e:  # the program has ended: reading its answer says why
                failed.append(e)

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        for _ in sent:
            try:
                if self.reader is None:
                    self.reader = pa.ipc.open_stream(self.child.stdout)
                yield self.reader.read_next_batch()
            except (StopIteration, OSError, pa.ArrowException) as e:
                raise self.ended() from e
        sender.join()
        if failed:
            raise self.ended() from failed[0]

    def ended(self) -> Exception:
        """Wait for the end of a program that answers no more, and return why it ended."""
        with contextlib.suppress(OSError):
            self.child.stdin.close()  # type: ignore[union-attr]
        try:
            code = self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            return ProcessError("the program does not answer")
        return failure(code, self.words())

    def words(self) -> str:
        """Return what the program has said."""
        self.said.seek(0)
        return self.said.read().decode(errors="replace")

    def abandon(self) -> None:
        """Let go of the program after a fork: it belongs to the parent, which alone may hold its pipes and end it."""
        self.child.returncode = 0
        null = os.open(os.devnull, os.O_RDWR)
        for pipe in (self.child.stdin, self.child.stdout):
            # A buffer of the parent must go nowhere, and its lock may be held for ever: replace the file below it.
            with contextlib.suppress(OSError, ValueError):
                os.dup2(null, pipe.fileno(), inheritable=False)  # type: ignore[union-attr]
        os.close(null)

    def close(self) -> None:
        """End the program by ending its input, and wait for it."""
        with contextlib.suppress(OSError, pa.ArrowException):
            if self.writer is not None:
                self.writer.close()
        with contextlib.suppress(OSError):
            self.child.stdin.close()  # type: ignore[union-attr]
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def kill(self) -> None:
        """End the program now, and leave no zombie."""
        if self.parent != os.getpid():
            return
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout, self.said):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def lines(command: list[str], warned: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the lines that a program prints, pass its warnings on, and raise if it fails. The program logs in JSON."""
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said)
        try:
            yield from child.stdout  # type: ignore[misc]
            code = child.wait()
        finally:
            child.kill()
            child.wait()
            child.stdout.close()  # type: ignore[union-attr]
        said.seek(0)
        log = [record(line) for line in said.read().decode(errors="replace").splitlines()]
    if code != 0:
        raise failure(code, "\n".join(message for level, message in log if level != "WARN"))
    for level, message in log:
        if level == "WARN":
            warned(message)


def record(line: str) -> tuple[str, str]:
    """Return level and message of a line of the log, with all that it names."""
    try:
        said = json.loads(line)
        more = ", ".join(f"{k} {v}" for k, v in said.items() if k not in ("time", "level", "msg", "stage"))
        return said["level"], f"{said['msg']} ({more})" if more else said["msg"]
    except (ValueError, LookupError, AttributeError, TypeError):
        return "", line

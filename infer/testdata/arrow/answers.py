"""Answers Arrow batches with the program infer as a child process: what the scripts beside this have in common.

A child per partition or actor loads the model once. A thread writes the questions, so that neither pipe can fill up while
the other one waits; the program answers each batch with one, in order.
"""

import subprocess
import threading

import pyarrow as pa


class Infer:
    """The program, waiting for batches of a schema that has id, title and abstract."""

    def __init__(self, command):
        self.child = subprocess.Popen(
            command + ["stream", "--config", "none", "--quiet"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.writer = self.reader = None

    def ask(self, batch):
        if self.writer is None:
            self.writer = pa.ipc.new_stream(self.child.stdin, batch.schema)
        self.writer.write_batch(batch)
        self.child.stdin.flush()

    def answer(self):
        """The next answer; None behind the last."""
        if self.reader is None:
            self.reader = pa.ipc.open_stream(self.child.stdout)
        try:
            return self.reader.read_next_batch()
        except StopIteration:
            return None

    def end(self):
        if self.writer is not None:
            self.writer.close()
        self.child.stdin.close()

    def wait(self):
        if self.child.wait() != 0:
            raise RuntimeError(f"infer: exit code {self.child.returncode}")


def answers(command, batches):
    """Yields the answers to batches, with the questions sent ahead by a thread."""
    infer = Infer(command)
    failed = []

    def send():
        try:
            for batch in batches:
                infer.ask(batch)
        except BaseException as e:  # of the batches, or of a child that has ended
            failed.append(e)
        finally:
            try:
                infer.end()
            except OSError:
                pass

    thread = threading.Thread(target=send)
    thread.start()
    answer = infer.answer()
    while answer is not None:
        yield answer
        answer = infer.answer()
    thread.join()
    infer.wait()
    if failed:
        raise failed[0]

"""Answers Arrow batches with infer as a child process. The other scripts share this module.

One child per partition or actor loads the model once. A thread writes the questions, so that neither pipe can fill up
while the other side waits. The program answers each batch with one, in order.
"""

import subprocess
import threading

import pyarrow as pa


class Infer:
    """The program, waiting for batches with the columns id, title and abstract."""

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
        """Returns the next answer, or None after the last."""
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
    """Yields the answers to batches. A thread sends the questions ahead."""
    infer = Infer(command)
    failed = []

    def send():
        try:
            for batch in batches:
                infer.ask(batch)
        except BaseException as e:  # from the batches, or because the child has ended
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

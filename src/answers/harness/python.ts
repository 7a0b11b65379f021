// The Python code that makes calls and writes down what they return.
import type { AnswersTest, CallToMake } from './answers-test.ts';

/**
 * Each pass runs in a child process, so that a call that ends or blocks the process costs one answer. The order of a set does not
 * show, but text that was made from one in its order does: the hash seed is the same in both passes.
 */
const PYTHON_SUPPORT = String.raw`
class _HydraLimit(BaseException):
    pass


class _HydraText:
    """The canonical form of one value."""

    def __init__(self):
        self.parts = 0
        self.around = set()

    def show(self, value, depth=0):
        self.parts += 1
        if depth > 20 or self.parts > 5000:
            return "…"
        if id(value) in self.around:
            return "<cycle>"
        self.around.add(id(value))
        try:
            return self.plain(value) or self.container(value, depth) or self.object(value, depth)
        finally:
            self.around.discard(id(value))

    def plain(self, value):
        import enum
        import types

        if value is None or value is True or value is False or value is Ellipsis or value is NotImplemented:
            return repr(value)
        if isinstance(value, enum.Enum):
            return "%s.%s" % (type(value).__name__, value.name)
        if isinstance(value, int):
            return int.__repr__(value) if value.bit_length() < 10000 else hex(value)
        if isinstance(value, float):
            return self.number(float(value))
        if isinstance(value, complex):
            return "complex(%s, %s)" % (self.number(value.real), self.number(value.imag))
        if isinstance(value, str):
            return str.__repr__(value)
        if isinstance(value, bytes):
            return bytes.__repr__(value)
        if isinstance(value, (bytearray, memoryview)):
            return "%s(%r)" % (type(value).__name__, bytes(value))
        if isinstance(value, type):
            return "<class %s>" % value.__name__
        if isinstance(value, types.ModuleType):
            return "<module %s>" % value.__name__
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
            return "<function>"
        return None

    def number(self, value):
        text = "%.12g" % (value + 0.0)
        if text == "-0":
            text = "0"
        return text if any(char in text for char in ".en") else text + ".0"

    def container(self, value, depth):
        import collections
        import io
        import itertools

        kind = type(value)
        many = lambda items: ", ".join(self.show(item, depth + 1) for item in itertools.islice(items, 1000))
        if isinstance(value, dict):
            pairs = [(self.show(key, depth + 1), item) for key, item in itertools.islice(dict.items(value), 5000)]
            pairs.sort(key=lambda pair: pair[0])
            return "{%s}" % ", ".join("%s: %s" % (key, self.show(item, depth + 1)) for key, item in pairs)
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return self.named(kind, [(name, getattr(value, name)) for name in kind._fields], depth)
        if isinstance(value, tuple):
            return "(%s,)" % many(value) if len(value) == 1 else "(%s)" % many(value)
        if isinstance(value, list):
            return "[%s]" % many(value)
        if isinstance(value, (set, frozenset)):
            text = ", ".join(sorted(self.show(item, depth + 1) for item in itertools.islice(value, 5000)))
            if isinstance(value, frozenset):
                return "frozenset({%s})" % text if text else "frozenset()"
            return "{%s}" % text if text else "set()"
        if isinstance(value, collections.deque):
            return "deque([%s])" % many(value)
        if isinstance(value, io.IOBase):
            return "<file>"
        if hasattr(kind, "__next__"):
            return "iter([%s])" % ", ".join(self.show(item, depth + 1) for item in itertools.islice(value, 100))
        if kind.__name__ in ("dict_keys", "dict_values", "dict_items", "odict_keys", "odict_values", "odict_items"):
            return "%s([%s])" % (kind.__name__, many(value))
        return None

    def object(self, value, depth):
        kind = type(value)
        package = str(kind.__module__).split(".")[0]
        if package == "numpy" and hasattr(value, "tolist"):
            shown = self.show(value.tolist(), depth + 1)
            return "array(%s)" % shown if kind.__name__ == "ndarray" else shown
        if package == "pandas" and hasattr(value, "to_dict"):
            return "%s(%s)" % (kind.__name__, self.show(value.to_dict(), depth + 1))
        fields = {}
        own = getattr(value, "__dict__", None)
        if isinstance(own, dict):
            fields.update((name, item) for name, item in own.items() if isinstance(name, str))
        for base in kind.__mro__:
            slots = base.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if hasattr(value, name):
                    fields[name] = getattr(value, name)
        public = sorted((name, item) for name, item in fields.items() if not name.startswith("_"))
        if public or isinstance(value, BaseException) or kind.__repr__ is object.__repr__:
            return self.named(kind, public, depth)
        import re

        return re.sub(r"0x[0-9a-fA-F]+", "0x…", repr(value))

    def named(self, kind, fields, depth):
        shown = ["%s=%s" % (name, self.show(item, depth + 1)) for name, item in fields]
        return "%s(%s)" % (kind.__name__, ", ".join(shown))


def _hydra_result(value):
    import asyncio
    import inspect

    async def collect():
        if inspect.isawaitable(value):
            return await value
        items = []
        async for item in value:
            items.append(item)
            if len(items) == 100:
                break
        return iter(items)

    if inspect.isawaitable(value) or hasattr(type(value), "__anext__"):
        return asyncio.run(collect())
    return value


def _hydra_call(imports, setup, call):
    scope = {"__name__": "hydra_answers", "__package__": globals().get("__package__"), "__builtins__": __builtins__}
    try:
        exec(imports, scope)
        _hydra_timer(1.0)
        exec(setup, scope)
        return _HydraText().show(_hydra_result(eval(call, scope)))
    except _HydraLimit:
        return "times out"
    except SystemExit:
        return "exits"
    except BaseException as error:
        return "raises " + type(error).__name__


def _hydra_answer(imports, setup, call):
    import hashlib

    # The timer can fire once more while its first error is handled.
    for _ in range(3):
        try:
            try:
                text = _hydra_call(imports, setup, call)
            finally:
                _hydra_timer(0.0)
            if len(text) > 16000:
                return text[:16000] + "…" + hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
            return text
        except _HydraLimit:
            return "times out"
    return "times out"


def _hydra_timer(seconds):
    import signal
    import threading

    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.1 if seconds else 0.0)


def _hydra_stop(*_):
    raise _HydraLimit()


def _hydra_run(out, number, calls, end, done):
    import json
    import os
    import signal
    import sys
    import threading
    import time

    if hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGALRM, _hydra_stop)
    kept = (sys.stdin, sys.stdout, sys.stderr)
    with open(os.devnull) as source, open(os.devnull, "w") as sink:
        try:
            for name, imports, setup, call in calls:
                if time.monotonic() > end:
                    break
                os.write(out, (json.dumps({"begin": name, "pass": number}) + "\n").encode())
                sys.stdin, sys.stdout, sys.stderr = source, sink, sink
                answer = _hydra_answer(imports, setup, call)
                os.write(out, (json.dumps({"id": name, "pass": number, "answer": answer}) + "\n").encode())
                done()
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept


def _hydra_child(out, number, calls, end):
    """Makes the calls in a child process. Returns how many were made and, if one ended the process, its answer."""
    import faulthandler
    import os
    import select
    import signal
    import sys
    import time
    import warnings

    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        try:
            faulthandler.disable()
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            _hydra_run(out, number, calls, end, lambda: os.write(writer, b"."))
            os.write(writer, b"!")
        finally:
            os._exit(0)
    os.close(writer)
    made, last, late = 0, b"", False
    while True:
        late = not select.select([reader], [], [], 10.0)[0]
        read = b"" if late else os.read(reader, 4096)
        if not read:
            break
        made, last = made + read.count(b"."), read[-1:]
        if last == b"!":
            break
    os.close(reader)
    if late:
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if last == b"!" or time.monotonic() > end:
        return len(calls), None
    return made, "times out" if late else "crashes" if os.WIFSIGNALED(status) else "exits"


def _hydra_answers(probes):
    import json
    import os
    import time

    path = os.environ.pop("HYDRA_ANSWERS_FILE", None)
    if not path:
        return
    out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    end = time.monotonic() + 60.0
    for number, calls in ((1, list(probes)), (2, list(reversed(probes)))):
        if number == 2:
            # An answer with the time of day in it is another one in the next second.
            time.sleep(1.01 - time.time() % 1)
        while calls and time.monotonic() < end:
            if not hasattr(os, "fork"):
                _hydra_run(out, number, calls, end, lambda: None)
                break
            made, answer = _hydra_child(out, number, calls, end)
            if answer is not None and made < len(calls):
                os.write(out, (json.dumps({"id": calls[made][0], "pass": number, "answer": answer}) + "\n").encode())
            calls = calls[made + 1 :]
    os.close(out)
`;

export function pythonTest(calls: readonly CallToMake[]): AnswersTest {
  // A JSON text is a string of Python too.
  const rows = calls.map(({ probe, imports, setup = '' }) => {
    const row = [probe.id, imports, setup, probe.call.trim()].map((text) => JSON.stringify(text));
    return `    (${row.join(', ')}),`;
  });
  return { support: PYTHON_SUPPORT.trim(), body: ['_hydra_answers([', ...rows, '])'].join('\n'), isAsync: false };
}

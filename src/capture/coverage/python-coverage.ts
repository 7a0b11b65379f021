// The Python side of a coverage run: a `sitecustomize` module that Python loads at startup when PYTHONPATH contains
// it. It uses only the standard library, and writes each line at once, because processes may be killed.

export const PYTHON_COVERAGE = `# Written by Hydra for one test run: notes which lines of the changed files are executed, as LCOV.
import os
import sys


def _start():
    out = os.environ["HYDRA_COVERAGE"]
    root = os.environ["HYDRA_COVERAGE_ROOT"]
    paths = [path for path in os.environ["HYDRA_COVERAGE_PATHS"].split("\\n") if path.endswith(".py")]
    by_name = {}
    for path in paths:
        by_name.setdefault(os.path.basename(path), []).append(path)
    known, seen = {}, {}
    state = {"file": None}

    def write(path, lines, count):
        if state["file"] is None:
            name = os.path.join(out, "python-%d.info" % os.getpid())
            state["file"] = os.open(name, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        record = "".join("DA:%d,%d\\n" % (line, count) for line in lines)
        text = "SF:%s\\n%send_of_record\\n" % (path, record)
        os.write(state["file"], text.encode("utf-8", "surrogateescape"))

    def read(name):
        with open(name, "rb") as file:
            return file.read()

    def statements(path):
        import ast
        import dis

        tree = ast.parse(read(os.path.join(root, path)))
        codes, lines = [compile(tree, path, "exec", dont_inherit=True)], set()
        for code in codes:
            lines.update(line for _, line in dis.findlinestarts(code) if line)
            codes.extend(const for const in code.co_consts if hasattr(const, "co_code"))
        for node in ast.walk(tree):
            last = getattr(node, "end_lineno", None) or getattr(node, "lineno", 0)
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                lines.difference_update(range(node.lineno, last + 1))
            if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not node.body:
                continue
            first = node.body[0]
            if not isinstance(node, ast.Module):
                start = min([node.lineno] + [each.lineno for each in node.decorator_list])
                lines.difference_update(range(start, first.lineno))
            if ast.get_docstring(node, clean=False) is not None:
                lines.difference_update(range(first.lineno, (getattr(first, "end_lineno", None) or first.lineno) + 1))
        return lines

    def match(name):
        """The changed file that runs under this name: itself, or a copy that was installed."""
        for path in by_name.get(os.path.basename(name), ()):
            own = os.path.join(root, path)
            try:
                if os.path.realpath(name) == os.path.realpath(own) or read(name) == read(own):
                    return path
            except OSError:
                pass
        return None

    def path_of(name):
        path = known.get(name, False)
        if path is False:
            path = known[name] = match(name)
        return path

    def note(path, line):
        missed = seen.get(path)
        if missed is None:
            missed = seen[path] = set(statements(path))
            write(path, sorted(missed), 0)
        if line in missed:
            missed.discard(line)
            write(path, [line], 1)

    def finish(is_whole):
        if not is_whole():
            os.close(os.open(os.path.join(out, "python-%d.replaced" % os.getpid()), os.O_CREAT | os.O_WRONLY, 0o600))
        if "pytest" in sys.modules or "unittest" in sys.modules:
            for path in paths:
                if path not in seen:
                    write(path, sorted(statements(path)), 0)

    import atexit

    monitoring = getattr(sys, "monitoring", None)
    if monitoring is not None:
        def on_line(code, line):
            path = path_of(code.co_filename)
            if path is not None:
                note(path, line)
            return monitoring.DISABLE

        monitoring.use_tool_id(4, "hydra")
        monitoring.register_callback(4, monitoring.events.LINE, on_line)
        monitoring.set_events(4, monitoring.events.LINE)
        atexit.register(finish, lambda: True)
        return

    import threading

    def in_frame(frame, event, arg):
        if event == "line":
            note(path_of(frame.f_code.co_filename), frame.f_lineno)
        return in_frame

    def on_call(frame, event, arg):
        return None if path_of(frame.f_code.co_filename) is None else in_frame

    # A debugger or another coverage tool may take the place.
    atexit.register(finish, lambda: sys.gettrace() is on_call)
    threading.settrace(on_call)
    sys.settrace(on_call)


def _load_next():
    """The sitecustomize module that this one hides."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
    own = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        pass
    finally:
        sys.modules.setdefault("sitecustomize", own)


_load_next()
try:
    _start()
except Exception:
    pass
`;

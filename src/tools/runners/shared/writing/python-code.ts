// The body of a Python test: imports inside, so that a failing one concerns no other test.
import { maskText } from '../../../../languages/index.ts';
import type { TestToWrite } from '../../../tool.ts';

/** Compares numbers with a tolerance if the expected one is written as a decimal. */
export const PYTHON_HELPERS = `def _matches(got, want):
    if isinstance(want, float) and isinstance(got, (int, float)) and not isinstance(got, bool):
        return got == want or (got != got and want != want) or math.isclose(got, want, rel_tol=1e-6, abs_tol=1e-9)
    if type(want) in (list, tuple) and type(got) is type(want):
        return len(got) == len(want) and all(_matches(one, other) for one, other in zip(got, want))
    if type(want) is dict and isinstance(got, dict):
        return got.keys() == want.keys() and all(_matches(got[key], want[key]) for key in want)
    return bool(got == want)


def _shown(value):
    text = repr(value)
    return text if len(text) <= 500 else text[:500] + "..."
`;

export const PYTHON_IMPORTS = 'import contextlib\nimport io\nimport math\n';

export function pythonBody({ imports, setup, call, expected, title }: TestToWrite): string[] {
  const before = [...linesOf(imports), ...linesOf(setup)];
  switch (expected.kind) {
    case 'holds':
      return [...before, ...linesOf(call)];
    case 'value':
      return [
        ...before,
        ...linesOf(`_got = ${inBrackets(call)}`),
        ...linesOf(`_want = ${inBrackets(expected.code)}`),
        `assert _matches(_got, _want), ${textOf(`${title}: got `)} + _shown(_got)`,
      ];
    case 'output':
      return [
        ...before,
        '_printed = io.StringIO()',
        'with contextlib.redirect_stdout(_printed):',
        ...indented(linesOf(`_got = ${inBrackets(call)}`)),
        '    if _got is not None:',
        '        print(repr(_got))',
        `assert _printed.getvalue().rstrip() == ${textOf(expected.text.trimEnd())}, ${textOf(`${title}: printed `)} + _shown(_printed.getvalue())`,
      ];
    case 'error':
      return [...before, ...errorLines(call, expected.name, title)];
  }
}

function errorLines(call: string, name: string | null, title: string): string[] {
  const isRight = name === null ? 'True' : `any(each.__name__ == ${textOf(name)} for each in type(_error).__mro__)`;
  return [
    'try:',
    ...indented(linesOf(call)),
    'except Exception as _error:',
    `    assert ${isRight}, ${textOf(`${title}: raised `)} + _shown(_error)`,
    'else:',
    `    raise AssertionError(${textOf(`${title}: raised nothing`)})`,
  ];
}

/** So that a line break in the expression does not end it. */
function inBrackets(code: string): string {
  return code.includes('\n') ? `(${code})` : code;
}

/** A string of Python. */
export function textOf(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Each line with whether it starts inside of a string, where indentation would change the value. */
function linesOf(code: string): string[] {
  if (code.trim() === '') return [];
  const lines: string[] = [];
  const strings = maskText('x.py', code)?.strings ?? [];
  let at = 0;
  for (const line of code.split('\n')) {
    const isInside = strings.some(([from, to]) => from < at && at < to);
    if (isInside && lines.length > 0) lines[lines.length - 1] += `\n${line}`;
    else lines.push(line);
    at += line.length + 1;
  }
  return lines;
}

export function indented(lines: readonly string[], by = '    '): string[] {
  return lines.map((line) => (line.trim() === '' ? line : by + line));
}

// What a runner printed about one failing test: the lines a person would quote. Pure; the text is hostile.

const MAX_LINES = 6;
const MAX_LENGTH = 600;
const NEAR = 25;
const CAUSE =
  /(?:error|exception|assert|expected|panicked|failure|failed|fatal|undefined|not equal|got|want|should|received|actual|cannot|missing)/i;
/** Lines that only frame or summarize. */
const FRAME =
  /^[\s=_~^|>.-]*$|^\s*at |^\s*\d+ \||^=+ |^\s*File "|short test summary|^\s*>\s|^\s*(?:failureType|duration_ms|location|type|code|name|operator|stack): |^\s*(?:error|stack): [|>]-?$/;

/** Null when the output does not mention the test. */
export function failureText(output: string, id: string): string | null {
  const lines = output.split('\n').map(plainLine);
  const fromGo = goLines(lines, id);
  if (fromGo !== null) return clip(fromGo);
  const name = lastTitle(id);
  const places = lines.flatMap((line, index) => (name !== '' && line.includes(name) ? [index] : []));
  const found = places.map((place) => causeAfter(lines, place)).filter((text) => text.length > 0);
  // Runners print the details of failures after the list of results.
  const best = found.at(-1) ?? [];
  return best.length === 0 ? null : clip(best);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what it looks for
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

function plainLine(line: string): string {
  return line.replace(ESCAPES, '').trimEnd();
}

function lastTitle(id: string): string {
  const title = id.split(' > ').at(-1) ?? id;
  return (title.split('::').at(-1) ?? title).split('[')[0]?.trim() ?? '';
}

/** The head of the next failure, by runner: jest, pytest, mocha and RSpec, cargo, TAP, unittest. */
const NEXT = /^\s*● |^_{3,} \S|^\s*\d+\) \S|^---- .* ----$|^(?:not )?ok \d+|^(?:FAIL|ERROR): /;

function causeAfter(lines: readonly string[], place: number): string[] {
  const after = lines.slice(place + 1, place + NEAR);
  const end = after.findIndex((line) => NEXT.test(line));
  const own = end === -1 ? after : after.slice(0, end);
  const near = own.filter((line) => line.trim() !== '' && !FRAME.test(line));
  // pytest marks them.
  const marked = near.filter((line) => /^E\s/.test(line));
  if (marked.length > 0) return marked.map((line) => line.replace(/^E\s+/, ''));
  const start = near.findIndex((line) => CAUSE.test(line));
  return start === -1 ? [] : near.slice(start, start + MAX_LINES);
}

/** `go test -json` has the output of each test by its name. */
function goLines(lines: readonly string[], id: string): string[] | null {
  const test = /^\S+ ((?:Test|Example|Fuzz)\S*)$/.exec(id)?.[1];
  if (test === undefined) return null;
  const texts = lines.flatMap((line) => {
    if (!line.startsWith('{') || !line.includes(`"Test":"${test}"`)) return [];
    const event = parseEvent(line);
    return event?.Action === 'output' && typeof event.Output === 'string' ? [event.Output.trimEnd()] : [];
  });
  const own = texts.filter((line) => line.trim() !== '' && !/^\s*(?:===|---)/.test(line));
  return own.length === 0 ? null : own;
}

function parseEvent(line: string): Record<string, unknown> | null {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function clip(lines: readonly string[]): string {
  const indent = Math.min(...lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  const text = lines
    .slice(0, MAX_LINES)
    .map((line) => line.slice(indent))
    .join('\n');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The name that the runtime says is missing. */
const MISSING: readonly RegExp[] = [
  /No module named '([\w.]+)'/,
  /cannot import name '(\w+)'/,
  /has no attribute '(\w+)'/,
  /name '(\w+)' is not defined/,
  /unexpected keyword argument '(\w+)'/,
  /Cannot find (?:module|package) '([^'\n]{1,200})'/,
  /does not provide an export named '?(\w+)/,
  /\.?(\w+) is not a (?:function|constructor)/,
  /(\w+) is not defined/,
  /undefined (?:local variable or )?method [`'](\w+[?!]?)'/,
  /uninitialized constant (?:\w+::)*(\w+)/,
  /Call to undefined (?:method|function) (?:[\w\\]+::)?(\w+)\(/,
  /Class "(?:[\w\\]+\\)?(\w+)" not found/,
];

/** Null when the failure is about something else. */
export function missingName(failure: string): string | null {
  for (const pattern of MISSING) {
    const name = pattern.exec(failure)?.[1];
    if (name !== undefined) return name.split(/[./\\]/).at(-1) ?? name;
  }
  return null;
}

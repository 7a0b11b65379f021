// Most lines of a long log are passed over, because no parser wants them: neither one that is asleep, nor one with something
// open, by the look it has answered with. None of them may have mattered: with every line given to every open reader, the same
// is read.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ParserPlan } from '../src/parse/engine/dispatch/parser-set.ts';
import { OutputReader, type OutputReading } from '../src/parse/engine/read-output.ts';
import type { LineContext, LineParser, LineReader, Parser } from '../src/parse/parser.ts';
import { TEST_PARSERS } from '../src/parse/test/index.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

/** What build tools, package managers, servers and stack traces print around tests. */
const FOREIGN = [
  'The quick brown fox jumps over the lazy dog.',
  '   Compiling serde v1.0.197',
  '',
  '  ',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  'Unpacking libcurl4:amd64 (7.88.1-10+deb12u5) ...',
  '  File "/project/app/models.py", line 212, in save',
  '{"level":"info","msg":"request completed","ms":12}',
  '- /project/dist/index.js: 12.4 kB',
  '2024-05-01 10:00:00,123 INFO  [main] loaded 312 entries in 14 ms',
  'checking whether gcc works... yes',
  '* connected to database as reader',
  '  \tindented by blanks and a tab',
  'error: linking with `cc` failed',
];

/** Looks at every line of the first thousands of a log, behind which alone others are passed over. */
const LOOKS_CLOSELY = 'rspec';

const LINE_PARSERS = TEST_PARSERS.filter(({ id }) => id !== LOOKS_CLOSELY);

/** Wants every line, so that none is passed over. */
const witness: LineParser = {
  id: 'witness',
  form: 'lines',
  commands: [],
  startsWith: null,
  open: () => ({ line: () => true, end: () => [] }),
};

const PASSING_OVER = new ParserPlan(LINE_PARSERS);
const GIVING_ALL = new ParserPlan([witness, ...LINE_PARSERS.map(givenAll)]);

/** A reader that answers with a look is given the other lines as well. */
function givenAll(parser: Parser): Parser {
  if (parser.form !== 'lines') return parser;
  return { ...parser, open: (context: LineContext) => withoutLooks(parser.open(context)) };
}

function withoutLooks(reader: LineReader): LineReader {
  return {
    line: (text, lineNumber) => {
      const answer = reader.line(text, lineNumber);
      return typeof answer === 'object' ? true : answer;
    },
    end: () => reader.end(),
  };
}

function read(plan: ParserPlan, text: string): OutputReading {
  const reader = new OutputReader(plan);
  reader.push(Buffer.from(text));
  return reader.end();
}

/** Some lines of other output behind every so many lines; which ones, the place tells. */
function amongOutput(text: string, every: number, count: number): string {
  const lines = text.split('\n').map((line, index) => {
    if (index % every !== 0) return line;
    const others = Array.from({ length: count }, (_, nth) => FOREIGN[(index + nth) % FOREIGN.length]);
    return [line, ...others].join('\n');
  });
  return lines.join('\n');
}

/** What a test prints without a line end stands before what the runner says next. */
function behindOutput(text: string, every: number): string {
  const lines = text.split('\n');
  return lines.map((line, index) => (index % every === 0 ? `loading the catalogue${line}` : line)).join('\n');
}

const CONSOLES = LINE_PARSERS.filter(({ form }) => form === 'lines').map(({ id }) => id);

describe.each(CONSOLES)('%s', (id) => {
  const logs = Object.keys(JSON.parse(readFileSync(new URL(`${id}/expected.json`, ROOT), 'utf8')).cases);

  test.each(logs)('%s', (log) => {
    const text = readFileSync(new URL(`${id}/${log}`, ROOT), 'utf8');
    const outputs = [
      text,
      amongOutput(text, 1, 2),
      amongOutput(text, 3, 1),
      amongOutput(text, 7, 30),
      amongOutput(behindOutput(text, 3), 1, 1),
    ];
    for (const output of outputs) {
      expect(read(PASSING_OVER, output)).toEqual(read(GIVING_ALL, output));
    }
  });
});

test('every parser of console output was tried', () => {
  expect(CONSOLES.filter((id) => !readdirSync(ROOT).includes(id))).toEqual([]);
});

test('a heading of jest that stands behind output is no line to pass over', () => {
  const output = [
    'PASS src/a.test.js',
    '',
    'loading the catalogue',
    'loading the cataloguePASS src/b.test.js',
    '',
    'Test Suites: 2 passed, 2 total',
    'Tests:       2 passed, 2 total',
    'Snapshots:   0 total',
    'Time:        0.5 s',
    '',
  ].join('\n');
  const [section] = read(PASSING_OVER, output).channels.flatMap(({ sections }) => sections);
  expect(section).toMatchObject({ parser: 'jest', opened: true, closed: true, problems: [] });
  expect(read(PASSING_OVER, output)).toEqual(read(GIVING_ALL, output));
});

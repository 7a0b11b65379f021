// What parsers keep of an output takes no more memory than the budget counts, whatever is printed between the results.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ParserSet } from '../src/parse/engine/dispatch/parser-set.ts';
import { MemoryBudget } from '../src/parse/engine/memory-budget.ts';
import { OutputReader } from '../src/parse/engine/read-output.ts';
import type { Parser } from '../src/parse/parser.ts';
import { LINTERS } from '../src/tools/linters/index.ts';
import { RUNNERS } from '../src/tools/runners/index.ts';
import { heapBytes } from './heap-bytes.ts';

const BUDGET_BYTES = 1_500_000;
/** Tables for skipping lines, the last lines, and partially filled result blocks. */
const BESIDES_BYTES = 3_000_000;
const MAX_LOG_BYTES = 24_000_000;
/** Lines are decoded a kilobyte at a time: a substring of such a chunk would retain all of it. */
const FOREIGN_LINES = 'handled another request of the client in some milliseconds, and went on to the next\n'.repeat(14);
/** It buffers up to four megabytes of lines that look like an outline, of any tool's output. */
const COLLECTOR = 'rspec';

/** The longest log of a parser, with foreign text after every line. Latin-1 preserves all bytes. */
function spacedLogOf(id: string): Buffer {
  const names = Object.keys(JSON.parse(readFileSync(fixture(id, 'expected.json'), 'utf8')).cases);
  const logs = names.map((name) => readFileSync(fixture(id, name), 'latin1')).sort((one, other) => other.length - one.length);
  return Buffer.from((logs[0] ?? '').replaceAll('\n', `\n${FOREIGN_LINES}`), 'latin1');
}

function fixture(id: string, name: string): URL {
  return new URL(`fixtures/parse/${id}/${name}`, import.meta.url);
}

/** The same log again and again, until the budget is exceeded. */
function heapOfReading(parsers: ParserSet, log: Buffer): number {
  const before = heapBytes();
  const budget = new MemoryBudget(BUDGET_BYTES);
  const reader = new OutputReader(parsers, budget);
  for (let bytes = 0; bytes < MAX_LOG_BYTES && !budget.isExceeded; bytes += log.length) reader.push(new Uint8Array(log));
  const heap = heapBytes() - before;
  reader.end();
  return heap;
}

const kinds: ['test' | 'lint', readonly Parser[]][] = [
  ['test', RUNNERS.flatMap(({ parse }) => parse)],
  ['lint', LINTERS.flatMap(({ parse }) => parse)],
];
const cases = kinds.flatMap(([kind, all]) => {
  const parsers = new ParserSet(
    kind,
    all.filter(({ id }) => id !== COLLECTOR),
  );
  return all.filter(({ form, id }) => form === 'lines' && id !== COLLECTOR).map(({ id }) => ({ id, parsers }));
});

test.each(cases)('$id', ({ id, parsers }) => {
  expect(heapOfReading(parsers, spacedLogOf(id))).toBeLessThan(BUDGET_BYTES + BESIDES_BYTES);
});

// Every streaming parser keeps its results within the memory budget: the same log, repeated, exceeds it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ParserSet } from '../src/parse/engine/dispatch/parser-set.ts';
import { MemoryBudget } from '../src/parse/engine/memory-budget.ts';
import { OutputReader } from '../src/parse/engine/read-output.ts';
import type { Parser } from '../src/parse/parser.ts';
import type { Section } from '../src/parse/section.ts';
import { LINTERS } from '../src/tools/linters/index.ts';
import { RUNNERS } from '../src/tools/runners/index.ts';
import { SCANNERS } from '../src/tools/scanners/index.ts';

const BUDGET_BYTES = 100_000;
/** More than any fixture needs to fill the budget. */
const MAX_LOG_BYTES = 20_000_000;

/** Version 2 prints no header, so repeated output is one run with the same names, which does not grow. */
const DOES_NOT_GROW = 'catch2';

const kinds: [Section['kind'], readonly Parser[]][] = [
  ['test', RUNNERS.flatMap(({ parse }) => parse)],
  ['lint', LINTERS.flatMap(({ parse }) => parse)],
  ['security', SCANNERS.flatMap(({ parse }) => parse)],
];
const cases = kinds
  .flatMap(([kind, parsers]) => parsers.map((parser) => ({ id: parser.id, kind, parser })))
  .filter(({ id }) => id !== DOES_NOT_GROW);

/** The fixture with the most results. */
function largestLog(kind: Section['kind'], parser: Parser): Buffer {
  const expected = JSON.parse(readFileSync(fixture(parser.id, 'expected.json'), 'utf8'));
  const logs = Object.keys(expected.cases).map((name) => readFileSync(fixture(parser.id, name)));
  const sized = logs.map((log) => ({ log, results: countResults(kind, parser, log) }));
  return sized.reduce((most, one) => (one.results > most.results ? one : most)).log;
}

function fixture(id: string, name: string): URL {
  return new URL(`fixtures/parse/${id}/${name}`, import.meta.url);
}

function countResults(kind: Section['kind'], parser: Parser, log: Uint8Array): number {
  const reader = new OutputReader(new ParserSet(kind, [parser]));
  reader.push(log);
  const sections = reader.end().streams.flatMap((stream) => stream.sections);
  return sections.reduce((sum, section) => sum + resultsOf(section).length, 0);
}

function resultsOf(section: Section): readonly unknown[] {
  if (section.kind === 'test') return section.tests;
  return section.kind === 'lint' ? section.findings : section.advisories;
}

test.each(cases)('$id exceeds a small memory budget', ({ kind, parser }) => {
  const log = largestLog(kind, parser);
  const budget = new MemoryBudget(BUDGET_BYTES);
  const reader = new OutputReader(new ParserSet(kind, [parser]), budget);
  for (let bytes = 0; bytes < MAX_LOG_BYTES && !budget.isExceeded; bytes += log.length) {
    reader.push(new Uint8Array(log));
    reader.push(new Uint8Array([10]));
  }
  expect(reader.end()).toEqual({ streams: [], oversized: true });
});

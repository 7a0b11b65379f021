// The entry point: bytes of one output or report, in any chunks -> a summary.
import type { Summary } from '../contract/index.ts';
import { ParserSet } from './engine/dispatch/parser-set.ts';
import { OutputReader, type OutputReading } from './engine/read-output.ts';
import { LINT_PARSERS } from './lint/index.ts';
import type { Parser } from './parser.ts';
import { mergeDuplicateRuns } from './reconcile/deduplicate.ts';
import { flagPrefixedSections } from './reconcile/prefixed-sections.ts';
import { type ParserRanks, resolveSections } from './reconcile/select-sections.ts';
import { withoutRoot } from './reconcile/strip-root.ts';
import { type Placed, summarizeLint, summarizeSecurity, summarizeTests } from './reconcile/summarize.ts';
import type { Section } from './section.ts';
import { SECURITY_PARSERS } from './security/index.ts';
import { TEST_PARSERS } from './test/index.ts';

export type ParseKind = Summary['kind'];

export interface ParseOptions<Kind extends ParseKind> {
  kind: Kind;
  /** Only a hint: content decides which tool wrote the output. */
  command: string | null;
  /** The folder the command ran in, which is taken out of ids and paths. */
  root?: string;
}

export interface OutputParser<Kind extends ParseKind> {
  push(chunk: Uint8Array): void;
  /** `exitCode` is null when it is not known. */
  end(exitCode: number | null): Extract<Summary, { kind: Kind }>;
}

const PARSERS: Record<ParseKind, readonly Parser[]> = {
  test: TEST_PARSERS,
  lint: LINT_PARSERS,
  security: SECURITY_PARSERS,
};

const PARSER_SETS: Record<ParseKind, ParserSet> = {
  test: new ParserSet('test', TEST_PARSERS),
  lint: new ParserSet('lint', LINT_PARSERS),
  security: new ParserSet('security', SECURITY_PARSERS),
};

const CONSOLES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  [...TEST_PARSERS, ...LINT_PARSERS].flatMap((parser) => ('consoles' in parser ? [[parser.id, parser.consoles]] : [])),
);

export function openOutputParser<Kind extends ParseKind>({ kind, command, root }: ParseOptions<Kind>): OutputParser<Kind> {
  const parsers = PARSERS[kind];
  const reader = new OutputReader(PARSER_SETS[kind]);
  return {
    push: (chunk) => reader.push(chunk),
    end(exitCode) {
      const summary = summarize(kind, reader.end(), rankParsers(parsers, command), exitCode) as Extract<Summary, { kind: Kind }>;
      return root === undefined ? summary : withoutRoot(summary, root);
    },
  };
}

/** The sections of a whole output with their lines, before they are summarized. */
export function readSections(kind: ParseKind, bytes: Uint8Array): Section[] {
  const reader = new OutputReader(PARSER_SETS[kind]);
  reader.push(bytes);
  return resolveAll(reader.end(), rankParsers(PARSERS[kind], null)).map(({ section }) => section);
}

function resolveAll(reading: OutputReading, ranks: ParserRanks): Placed<Section>[] {
  return flagPrefixedSections(
    reading.streams.flatMap(({ stream, sections }) =>
      mergeDuplicateRuns(resolveSections(sections, ranks), CONSOLES_OF).map((section) => ({ stream, section })),
    ),
  );
}

function summarize(kind: ParseKind, reading: OutputReading, ranks: ParserRanks, exitCode: number | null): Summary {
  const placed = resolveAll(reading, ranks);
  const ending = { exitCode, oversized: reading.oversized };
  if (kind === 'test') return summarizeTests(ofKind(placed, 'test'), ending);
  return kind === 'lint' ? summarizeLint(ofKind(placed, 'lint'), ending) : summarizeSecurity(ofKind(placed, 'security'), ending);
}

function ofKind<Kind extends ParseKind>(placed: readonly Placed<Section>[], kind: Kind) {
  return placed.filter((entry): entry is Placed<Extract<Section, { kind: Kind }>> => entry.section.kind === kind);
}

function rankParsers(parsers: readonly Parser[], command: string | null): ParserRanks {
  const words = new Set((command ?? '').split(/[\s;&|()'"]+/).map((word) => word.slice(word.lastIndexOf('/') + 1)));
  const hinted = parsers.filter(({ commands }) => commands.some((word) => words.has(word)));
  const fallbacks = parsers.filter((parser) => parser.form === 'lines' && parser.isFallback === true);
  const annotating = parsers.filter((parser) => parser.form === 'lines' && parser.isAnnotation === true);
  const ids = (list: readonly Parser[]) => new Set(list.map(({ id }) => id));
  return { hinted: ids(hinted), fallbacks: ids(fallbacks), annotating: ids(annotating) };
}

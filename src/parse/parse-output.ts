// The entry point: bytes of one output or report, in any chunks -> a summary.
import type { Summary } from '../contract/index.ts';
import { ParserSet } from './engine/dispatch/parser-set.ts';
import { OutputReader, type OutputReading } from './engine/read-output.ts';
import type { Parser } from './parser.ts';
import { mergeDuplicateRuns } from './reconcile/deduplicate.ts';
import { flagPrefixedSections } from './reconcile/prefixed-sections.ts';
import { type ParserRanks, resolveSections } from './reconcile/select-sections.ts';
import { withoutRoot } from './reconcile/strip-root.ts';
import { type Ending, type Placed, summarizeLint, summarizeSecurity, summarizeTests } from './reconcile/summarize.ts';
import type { Section } from './section.ts';

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

/** The parsers of each kind of output; where two match the same lines equally well, the earlier one takes precedence. */
export type ParserLists = { readonly [Kind in ParseKind]: readonly Parser<Extract<Section, { kind: Kind }>>[] };

/** Indexes the parsers once for all outputs. */
export function parseWith(lists: ParserLists) {
  const sets: Record<ParseKind, ParserSet> = {
    test: new ParserSet('test', lists.test),
    lint: new ParserSet('lint', lists.lint),
    security: new ParserSet('security', lists.security),
  };
  return {
    openOutputParser<Kind extends ParseKind>({ kind, command, root }: ParseOptions<Kind>): OutputParser<Kind> {
      const reader = new OutputReader(sets[kind]);
      return {
        push: (chunk) => reader.push(chunk),
        end(exitCode) {
          const reading = reader.end();
          const placed = resolveAll(reading, lists[kind], command);
          const summary = summarize(kind, placed, { exitCode, oversized: reading.oversized }) as Extract<Summary, { kind: Kind }>;
          return root === undefined ? summary : withoutRoot(summary, root);
        },
      };
    },
    /** The sections of a whole output with their lines, before they are summarized. */
    readSections(kind: ParseKind, bytes: Uint8Array): Section[] {
      const reader = new OutputReader(sets[kind]);
      reader.push(bytes);
      return resolveAll(reader.end(), lists[kind], null).map(({ section }) => section);
    },
  };
}

function resolveAll({ streams }: OutputReading, parsers: readonly Parser[], command: string | null): Placed<Section>[] {
  const ranks = rankParsers(parsers, command);
  const consolesOf = new Map(parsers.flatMap((parser) => ('consoles' in parser ? [[parser.id, parser.consoles]] : [])));
  const generic = parsers.flatMap((parser) => ('isOfManyTools' in parser ? [parser.id] : []));
  return flagPrefixedSections(
    streams.flatMap(({ stream, sections }) =>
      mergeDuplicateRuns(resolveSections(sections, ranks), { consolesOf, generic }).map((section) => ({ stream, section })),
    ),
  );
}

function summarize(kind: ParseKind, placed: readonly Placed<Section>[], ending: Ending): Summary {
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

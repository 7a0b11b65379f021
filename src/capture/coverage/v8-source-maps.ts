// Scripts that a loader or a build created from the changed files: Node stores their source maps with the counts.
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { countsOf, type ScriptFunction } from '../../parse/index.ts';
import { scriptsOf } from './v8-scripts.ts';

const MAX_SCRIPT_LENGTH = 16 * 1024 * 1024;

export interface MappedSource {
  /** Relative to the root of the tree. */
  path: string;
  /** Its lines with code, and whether each one was executed; null for a source that was not requested. */
  lines: ReadonlyMap<number, boolean> | null;
}

/** The files of the tree from which scripts in a dump were created. */
export function mappedSources(dump: string, tree: string, wanted: readonly string[]): MappedSource[] {
  if (!dump.includes('"source-map-cache":{"')) return [];
  return mapsIn(dump).flatMap((script) => {
    const places = new Map(script.data.sources.map((source) => [source, pathOfSource(source, script, tree)]));
    const isWanted = [...places.values()].some((path) => path !== null && wanted.includes(path));
    const mapped = isWanted ? scriptsOf(dump, script.href).flatMap((functions) => [...mapLines(functions, script)]) : [];
    return [
      ...[...places.values()].flatMap((path) => (path === null ? [] : [{ path, lines: null }])),
      ...mapped.flatMap(([source, lines]) => {
        const path = places.get(source) ?? null;
        return path !== null && wanted.includes(path) ? [{ path, lines }] : [];
      }),
    ];
  });
}

interface MappedScript {
  href: string;
  /** Of the executed text. */
  lengths: readonly number[];
  data: SourceMapPayload;
}

function mapsIn(dump: string): MappedScript[] {
  const entries = Object.entries(cacheIn(dump) ?? {}).filter(
    ([href]) => href.startsWith('file:') && !href.includes('/node_modules/'),
  );
  return entries.flatMap(([href, entry]) => {
    const { data, lineLengths } = (entry ?? {}) as { data?: unknown; lineLengths?: unknown };
    return isMap(data) && Array.isArray(lineLengths) ? [{ href, data, lengths: lineLengths.map(Number) }] : [];
  });
}

function cacheIn(dump: string): object | undefined {
  try {
    return (JSON.parse(dump) as { 'source-map-cache'?: object })['source-map-cache'];
  } catch {
    return undefined;
  }
}

function isMap(data: unknown): data is SourceMapPayload {
  const { mappings, sources } = (data ?? {}) as Partial<SourceMapPayload>;
  return typeof mappings === 'string' && Array.isArray(sources) && sources.every((source) => typeof source === 'string');
}

/** Null for a source outside the tree. */
function pathOfSource(source: string, { href, data }: MappedScript, tree: string): string | null {
  const root = String(data.sourceRoot ?? '').replace(/\/$/, '');
  const place = root === '' || /^(?:\/|file:)/.test(source) ? source : `${root}/${source}`;
  try {
    const file = fileURLToPath(new URL(place, href));
    return file.startsWith(`${tree}/`) ? file.slice(tree.length + 1) : null;
  } catch {
    return null;
  }
}

/** By source: a line is executed if any part of it is. */
function mapLines(functions: readonly ScriptFunction[], { lengths, data }: MappedScript): Map<string, Map<number, boolean>> {
  const bySource = new Map<string, Map<number, boolean>>();
  const map = openMap(data);
  if (map === null || !isAbout(functions, lengths)) return bySource;
  const countAt = countsOf(functions);
  let start = 0;
  for (const [line, length] of lengths.entries()) {
    for (let column = 0; column < length; column += 1) {
      const entry = map.findEntry(line, column);
      // Between two entries the previous one applies.
      if (!('originalLine' in entry) || entry.generatedLine !== line || entry.generatedColumn !== column) continue;
      const lines = bySource.get(entry.originalSource) ?? new Map<number, boolean>();
      bySource.set(entry.originalSource, lines);
      const original = entry.originalLine + 1;
      lines.set(original, countAt(start + column) > 0 || lines.get(original) === true);
    }
    start += length + 1;
  }
  return bySource;
}

/** Whether the executed text is the one that the map describes. */
function isAbout(functions: readonly ScriptFunction[], lengths: readonly number[]): boolean {
  const end = functions[0]?.ranges[0]?.endOffset ?? -1;
  const size = lengths.reduce((sum, length) => sum + length + 1, 0);
  return size <= MAX_SCRIPT_LENGTH && Math.abs(size - end) <= 1 && lengths.every((length) => length >= 0);
}

/** Null for an invalid map. */
function openMap(data: SourceMapPayload): SourceMap | null {
  try {
    return new SourceMap(data);
  } catch {
    return null;
  }
}

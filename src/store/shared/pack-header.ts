// Reads the header of a packed folder and checks every path and size in it, before anything is written.
import { parseJsonObject } from './json-object.ts';
import { findPathFault, PACK_FORMAT, PACK_VERSION, type PackedFile, type UnpackLimits } from './pack-format.ts';

type Header = { files: PackedFile[] } | { fault: string };

export function readPackHeader(text: string, { maxFiles, maxBytes }: UnpackLimits): Header {
  const { format, version, files } = parseJsonObject(text);
  if (format !== PACK_FORMAT || !Array.isArray(files)) return { fault: 'its header is not that of a packed folder' };
  if (version !== PACK_VERSION) return { fault: `its version is ${JSON.stringify(version)}, expected was ${PACK_VERSION}` };
  if (files.length > maxFiles) return { fault: `it has ${files.length} files, the limit is ${maxFiles}` };
  const entries: PackedFile[] = [];
  for (const entry of files as unknown[]) {
    if (!isEntry(entry)) return { fault: 'an entry of its header has no path or no size' };
    entries.push({ path: entry.path, bytes: entry.bytes });
  }
  const fault = findListFault(entries, maxBytes);
  return fault === null ? { files: entries } : { fault };
}

function isEntry(value: unknown): value is PackedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, bytes } = value as Partial<Record<keyof PackedFile, unknown>>;
  return typeof path === 'string' && Number.isSafeInteger(bytes) && (bytes as number) >= 0;
}

function findListFault(entries: readonly PackedFile[], maxBytes: number): string | null {
  const paths = new Set<string>();
  const folders = new Set<string>();
  let total = 0;
  for (const { path, bytes } of entries) {
    const fault = findPathFault(path);
    if (fault !== null) return `the path ${JSON.stringify(path)} ${fault}`;
    if (paths.has(path)) return `${JSON.stringify(path)} is in it twice`;
    paths.add(path);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) folders.add(path.slice(0, end));
    total += bytes;
  }
  if (total > maxBytes) return `its files have ${total} bytes, the limit is ${maxBytes}`;
  const both = entries.find(({ path }) => folders.has(path));
  return both === undefined ? null : `${JSON.stringify(both.path)} is both a file and a folder`;
}

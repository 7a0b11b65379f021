// Which changed files a reviewer reads line by line. Decided by the base's attributes and by well-known
// names, never by the candidate's own attributes.
import type { DiffFile, FileClass } from '../contract/index.ts';

const LOCKFILES = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'go.sum',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'pdm.lock',
  'Gemfile.lock',
  'composer.lock',
  'mix.lock',
  'pubspec.lock',
  'packages.lock.json',
  'gradle.lockfile',
  'Package.resolved',
  'Podfile.lock',
  'flake.lock',
]);
const GENERATED = /(?:\.min\.(?:js|css)|\.(?:js|css)\.map|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.dart|\.designer\.cs)$/;
const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party|bower_components)\//;

export function classifyFile({ path, old_path, status, binary, marked_generated, marked_vendored }: DiffFile): FileClass {
  if (binary) return LOCKFILES.has(baseName(path)) ? 'lockfile' : 'binary';
  // Source code that is moved to such a name is still source.
  if (status === 'renamed' && old_path !== null && classifyName(old_path) === 'source') return 'source';
  const byName = classifyName(path);
  if (byName === 'lockfile') return 'lockfile';
  if (marked_generated || byName === 'generated') return 'generated';
  return marked_vendored ? 'vendored' : byName;
}

function classifyName(path: string): Exclude<FileClass, 'binary'> {
  if (LOCKFILES.has(baseName(path))) return 'lockfile';
  if (GENERATED.test(path)) return 'generated';
  return VENDORED.test(path) ? 'vendored' : 'source';
}

export function isLockfile(path: string): boolean {
  return LOCKFILES.has(baseName(path));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

// Whether a changed path matches the patterns of the policy.
import picomatch from 'picomatch/posix.js';
import type { ChangedFile } from '../contract/index.ts';

export type PathMatcher = (path: string) => boolean;

/**
 * `infra/` and `infra` match the folder and everything below it, `/` matches everything; `*`, `**`, `?`, `[ab]` and `{a,b}`
 * work as in a shell, and every other character matches itself.
 */
export function matchPaths(patterns: readonly string[]): PathMatcher {
  if (patterns.length === 0) return () => false;
  const expanded = patterns.flatMap((pattern) => {
    const bare = pattern
      .replace(/^\.?\//, '')
      .replace(/\/+$/, '')
      .replace(/[()|]/g, '\\$&');
    return bare === '' ? ['**'] : [bare, `${bare}/**`];
  });
  // The flag lets `**` match a line break: a path that contains one must not escape its pattern.
  return picomatch(expanded, { dot: true, nonegate: true, strictSlashes: true, flags: 's' });
}

/** The paths of a file: its path and, if it was moved, its old path. A copy does not change its origin. */
export function placesOf(file: ChangedFile): string[] {
  return file.old_path === null || file.status === 'copied' ? [file.path] : [file.path, file.old_path];
}

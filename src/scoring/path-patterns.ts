// Whether a changed path is among the patterns of the policy.
import picomatch from 'picomatch/posix.js';
import type { ChangedFile } from '../contract/index.ts';

export type PathMatcher = (path: string) => boolean;

/**
 * `infra/` and `infra` mean the folder and all below it, `/` everything; `*`, `**`, `?`, `[ab]` and `{a,b}` work as in
 * a shell, and so does every other sign: it means itself.
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
  // The flag lets `**` pass over a line break: a path that holds one must not escape its pattern.
  return picomatch(expanded, { dot: true, nonegate: true, strictSlashes: true, flags: 's' });
}

/** The places a file stands in: where it is and, if it was moved, where it was. A copy leaves its origin alone. */
export function placesOf(file: ChangedFile): string[] {
  return file.old_path === null || file.status === 'copied' ? [file.path] : [file.path, file.old_path];
}

// The languages whose tests can be copied with other names and other expected values.

export type Language = 'go' | 'java' | 'javascript' | 'php' | 'python' | 'rust';

const EXTENSIONS: readonly (readonly [RegExp, Language])[] = [
  [/\.[cm]?[jt]sx?$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.java$/, 'java'],
  [/\.php$/, 'php'],
];

export function languageOf(path: string): Language | null {
  return EXTENSIONS.find(([extension]) => extension.test(path))?.[1] ?? null;
}

// The highlight.js language of a file.
import { languageOf } from '../../../src/languages/index.ts';

/** By the id of the language, where both have different names. A grammar of a larger language covers the smaller one. */
const NAMES: Record<string, string> = {
  c: 'cpp',
  component: 'xml',
  gradle: 'java',
  'grammar-and-assembler': 'cpp',
  javascript: 'typescript',
  make: 'makefile',
  markup: 'xml',
  'ruby-build': 'ruby',
  sass: 'scss',
  shell: 'bash',
  toml: 'ini',
};

/** Null for an unknown language. */
export function highlighting(path: string): string | null {
  const id = languageOf(path)?.id;
  return id === undefined ? null : (NAMES[id] ?? id);
}

// Names of added test files and tests, in the style of the file that they are modeled on.

import type { MaskedLanguage } from '../../languages/index.ts';
import type { Draw } from './draw.ts';

/** `test_a.py` -> `test_short_inner_path.py`: the folder, the extension and the words that make it a test stay. */
export function pathBeside(path: string, language: MaskedLanguage, draw: Draw): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.slice(folder.length);
  const words = draw.words();
  if (language === 'java' || language === 'php')
    return `${folder}${capitalized(words)}${/(?:Tests?)?\.\w+$/.exec(file)?.[0] ?? ''}`;
  if (language === 'rust') return `${path.replace(/(?:src|tests)\/[^/]+$/, '')}tests/${words.join('_')}.rs`;
  const pattern = /^(tests?[-_](?=.))?.*?((?:[-_.](?:tests?|spec))?\.\w+)$/;
  const [, before = '', after = ''] = pattern.exec(file) ?? [];
  const separator = language === 'javascript' && !file.includes('_') ? '-' : '_';
  return `${folder}${before}${words.join(separator)}${after}`;
}

/** A name for a test; `like` is the name of an existing test in the same file. */
export function nameLike(like: string, language: MaskedLanguage, draw: Draw): string {
  const words = draw.words();
  if (language === 'go') return `Test${capitalized(words)}`;
  if (language === 'javascript') return titleLike(like, words.join(' '));
  const hasPrefix = language === 'python' || language === 'php' || /^test/.test(like);
  const isCamel = /^[a-z]+[A-Z]/.test(like) || (language === 'java' && !like.includes('_'));
  if (isCamel) return hasPrefix ? `test${capitalized(words)}` : `${words[0]}${capitalized(words.slice(1))}`;
  return [...(hasPrefix ? ['test'] : []), ...words].join('_');
}

function titleLike(like: string, title: string): string {
  return /^[A-Z]/.test(like) ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}

export function capitalized(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** `tests/test_a.py` -> `test_a` */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

// The languages whose tokens are known.
import type { Language } from '../token.ts';
import { c } from './c.ts';
import { csharp } from './csharp.ts';
import { css } from './css.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript/index.ts';
import { json } from './json.ts';
import { php } from './php.ts';
import { python } from './python/index.ts';
import { ruby } from './ruby/index.ts';
import { rust } from './rust/index.ts';

const LANGUAGES: readonly Language[] = [c, csharp, css, go, java, javascript, json, php, python, ruby, rust];

/** Null for a language without a lexer. */
export function languageOf(path: string): Language | null {
  return LANGUAGES.find((language) => language.path.test(path)) ?? null;
}

export function isKnownLanguage(path: string): boolean {
  return languageOf(path) !== null;
}

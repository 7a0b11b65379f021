// The languages whose tokens are known.

import { c } from './definitions/c.ts';
import { csharp } from './definitions/csharp.ts';
import { css } from './definitions/css.ts';
import { go } from './definitions/go.ts';
import { java } from './definitions/java.ts';
import { javascript } from './definitions/javascript/index.ts';
import { json } from './definitions/json.ts';
import { php } from './definitions/php.ts';
import { python } from './definitions/python/index.ts';
import { ruby } from './definitions/ruby/index.ts';
import { rust } from './definitions/rust/index.ts';
import type { Language } from './token.ts';

const LANGUAGES: readonly Language[] = [c, csharp, css, go, java, javascript, json, php, python, ruby, rust];

/** Null for a language without a lexer. */
export function languageOf(path: string): Language | null {
  return LANGUAGES.find((language) => language.path.test(path)) ?? null;
}

export function isKnownLanguage(path: string): boolean {
  return languageOf(path) !== null;
}

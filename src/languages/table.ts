// The table of languages.
import { c } from './definitions/c.ts';
import { csharp } from './definitions/csharp.ts';
import { css } from './definitions/css.ts';
import { go } from './definitions/go.ts';
import { java } from './definitions/java.ts';
import { component, javascript } from './definitions/javascript/index.ts';
import { json } from './definitions/json.ts';
import { php } from './definitions/php.ts';
import { PLAIN_LANGUAGES } from './definitions/plain.ts';
import { python } from './definitions/python/index.ts';
import { ruby, rubyBuild } from './definitions/ruby/index.ts';
import { rust } from './definitions/rust/index.ts';
import type { Language } from './language.ts';

export const LANGUAGES: readonly Language[] = [
  ...[c, component, csharp, css, go, java, javascript, json, php, python, ruby, rubyBuild, rust],
  ...PLAIN_LANGUAGES,
];

const words = (list = '') => list.split(' ').filter((word) => word !== '');

export function extensionsOf({ extensions }: Language): string[] {
  return words(extensions);
}

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => extensionsOf(language).map((each) => [each, language] as const)));
const BY_NAME = new Map(LANGUAGES.flatMap((language) => words(language.names).map((each) => [each, language] as const)));
const PROGRAM = LANGUAGES.find(({ id }) => id === 'program') ?? null;

/** Null for a language that is not in the table. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, double, single = ''] = /\.((?:[^.]*\.)?([^.]*))$/.exec(name) ?? [];
  const known = BY_NAME.get(name) ?? (double === undefined ? undefined : byExtension(double, single));
  // Programs usually have no extension.
  return known ?? (/(?:^|\/)bin\/[\w-]+$/.test(path) ? PROGRAM : null);
}

function byExtension(double: string, single: string): Language | undefined {
  return BY_EXTENSION.get(double) ?? BY_EXTENSION.get(single) ?? BY_EXTENSION.get(single.toLowerCase());
}

/** The family of a source file; null for a file that no product is written in. */
export function familyOf(path: string): string | null {
  return languageOf(path)?.family ?? null;
}

export function isSourceFile(path: string): boolean {
  return familyOf(path) !== null;
}

/** A file with types and signatures, whose code is elsewhere. */
export function isDeclaration(path: string): boolean {
  return words(languageOf(path)?.declarations).some((each) => path.toLowerCase().endsWith(`.${each}`));
}

/** By the habits of its language for the names of files with tests. */
export function hasTestName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return languageOf(path)?.tests?.file?.test(name.replace(/\.[^.]*$/, '')) === true;
}

/** Whether its source contains tests of its own, whatever its name is. */
export function holdsTests(path: string): boolean {
  return languageOf(path)?.tests?.areInSource === true;
}

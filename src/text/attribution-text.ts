// The attribution of fixed tests as sentences, for the terminal, Markdown and the page.
import type { Attribution } from '../contract/index.ts';

const SHOWN = 3;

/** "`a` and `b` pass because of the changes in src/x.js"; one sentence per group of files. */
export function attributionTexts({ groups, unknown }: Attribution): string[] {
  const sentences = groups.map(({ tests, files }) => {
    const verb = tests.length === 1 ? 'passes' : 'pass';
    return `${listed(tests.map((id) => `\`${id}\``))} ${verb} because of the changes in ${listed(files)}`;
  });
  return unknown === undefined ? sentences : [...sentences, `unknown for some fixed tests: ${unknown}`];
}

/** "a, b and 4 more" */
function listed(names: readonly string[]): string {
  if (names.length > SHOWN) return `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

// Escapes untrusted text for XML. Characters that XML cannot represent are made visible.
import { visibleText } from '../text/index.ts';

/** Besides control characters and unpaired surrogates, the two code points that XML forbids. */
const NEVER_IN_XML = /[\ufffe\uffff]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** One line that is safe between tags and in an attribute. */
export function xmlText(text: string): string {
  return visibleText(text)
    .replace(NEVER_IN_XML, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Attributes in the order given. */
export function xmlTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`);
  return `${name}${written.join('')}`;
}

// Text of unknown origin as XML. What XML cannot hold at all, however it is written, is made visible.
import { visibleText } from '../contract/index.ts';

/** The two code points beyond control characters and halves of pairs that no XML document may contain. */
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

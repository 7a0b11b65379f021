// Loads the facts file given by the user.
import { type Facts, hydraError, parseStored } from '../contract/index.ts';
import { decodeText, readBytes } from './read-text.ts';

const WHAT = 'facts file';

export function loadFacts(file: string): Facts {
  const text = decodeText(readBytes(file, WHAT));
  if (text === null) throw notJson(file, 'it is not text');
  // The JSON parser would report an unexpected end, as if the file had been truncated.
  if (text.trim() === '') throw notJson(file, 'it is empty');
  return parseStored('facts', text, file);
}

function notJson(file: string, reason: string) {
  return hydraError('json_syntax', { what: WHAT, reason }, { place: { file } });
}

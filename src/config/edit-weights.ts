// Changes weights in the text of hydra.toml and leaves everything else as it is: comments, order, spacing.
import { DIMENSION_IDS, type DimensionId, hydraError, type Policy, type Weights } from '../contract/index.ts';
import { joinNames } from '../text/index.ts';
import { parseToml, type TomlDocument, type TomlEntry } from './parse-toml.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { formatValue } from './toml-text.ts';

const TABLE = ['scoring', 'weights'];

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The new text of the file. Throws if the weights cannot be set without changing another setting. */
export function editWeights(fileText: string, fileName: string, weights: Weights): string {
  const before = resolvePolicy({ fileText, fileName, overrides: {} }).policy;
  const changed = DIMENSION_IDS.filter((id) => weights[id] !== before.scoring.weights[id]);
  const edited = applyEdits(fileText, planEdits(fileText, fileName, changed, weights));
  const expected = { ...before, scoring: { ...before.scoring, weights } };
  if (isSamePolicy(edited, fileName, expected)) return edited;
  const settings = joinNames(changed.map((id) => `\`${assign(id, weights)}\``));
  throw hydraError('config_not_editable', { settings }, { place: { file: fileName } });
}

function isSamePolicy(fileText: string, fileName: string, expected: Policy): boolean {
  try {
    const { policy } = resolvePolicy({ fileText, fileName, overrides: {} });
    return JSON.stringify(policy) === JSON.stringify(expected);
  } catch {
    return false;
  }
}

function planEdits(fileText: string, fileName: string, changed: readonly DimensionId[], weights: Weights): Edit[] {
  const document = parseToml(fileText, fileName);
  // Offsets of the parser do not count a byte order mark.
  const shift = fileText.startsWith('\ufeff') ? 1 : 0;
  const replaced = changed.flatMap((id) => replacement(document, id, weights[id], shift));
  const missing = changed.filter((id) => document.find([...TABLE, id]) === undefined).map((id) => assign(id, weights));
  return missing.length === 0 ? replaced : [...replaced, insertion(fileText, document, missing, shift)];
}

function assign(id: DimensionId, weights: Weights): string {
  return `${id} = ${formatValue(weights[id])}`;
}

function replacement(document: TomlDocument, id: DimensionId, weight: number, shift: number): Edit[] {
  const entry = document.find([...TABLE, id]);
  if (entry === undefined) return [];
  const start = entry.valueAt.offset + shift;
  return [{ start, end: start + (entry.text ?? '').length, text: formatValue(weight) }];
}

/** After the last weight of the file, below the header of an empty table, or in a new table at the end. */
function insertion(fileText: string, document: TomlDocument, assignments: readonly string[], shift: number): Edit {
  const table = document.find(TABLE);
  const last = document.entries.filter(({ path }) => path.length === 3 && isInTable(path)).at(-1);
  const newline = fileText.includes('\r\n') ? '\r\n' : '\n';
  if (table?.text != null) return intoInlineTable(table, last, assignments, shift);
  if (table === undefined)
    return atEnd(fileText, `[${TABLE.join('.')}]${newline}${assignments.join(newline)}${newline}`, newline);
  const neighbor = (last ?? table).keyAt.offset + shift;
  const lineStart = fileText.lastIndexOf('\n', neighbor - 1) + 1;
  const found = fileText.indexOf('\n', neighbor);
  const lineEnd = found === -1 ? fileText.length : found + 1;
  // The indentation, or the dotted part of the key before its last name.
  const prefix = last === undefined ? '' : fileText.slice(lineStart, neighbor);
  const opening = found === -1 ? newline : '';
  return { start: lineEnd, end: lineEnd, text: opening + assignments.map((text) => `${prefix}${text}${newline}`).join('') };
}

function isInTable(path: readonly (string | number)[]): boolean {
  return TABLE.every((name, index) => path[index] === name);
}

function intoInlineTable(table: TomlEntry, last: TomlEntry | undefined, assignments: readonly string[], shift: number): Edit {
  const start = last === undefined ? table.valueAt.offset + 1 : last.valueAt.offset + (last.text ?? '').length;
  const text = assignments.join(', ');
  return { start: start + shift, end: start + shift, text: last === undefined ? ` ${text} ` : `, ${text}` };
}

function atEnd(fileText: string, text: string, newline: string): Edit {
  const end = fileText.length;
  const isOpen = fileText !== '' && !fileText.endsWith('\n');
  return { start: end, end, text: `${isOpen ? newline : ''}${fileText.trim() === '' ? '' : newline}${text}` };
}

/** From the end to the start, so that the offsets stay right. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const fromEnd = [...edits].sort((a, b) => b.start - a.start);
  return fromEnd.reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

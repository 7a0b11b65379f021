// A piece of Go or Rust, followed by what it should give: "Expected `a-b`, got `a--b`", or a block below "Expected output".
import type { ExpectedResult } from '../contract/index.ts';
import type { Block } from './blocks.ts';
import { type ProgramLanguage, type Statement, splitProgram } from './programs/split-program.ts';
import type { Reading } from './reading.ts';
import { stanceOf } from './stance.ts';
import { asValue } from './value.ts';

/** The result is stated near the code. */
const MAX_BLOCKS = 6;
const QUOTED = String.raw`(?:\`{1,2}([^\`\n]{1,300})\`{1,2}|("(?:[^"\\\n]|\\[^\n]){0,300}"))`;
const EXPECTED =
  String.raw`(?:\bexpected(?: (?:output|result|value|behaviou?r|string))?(?: (?:is|was|to be|it to be|to get|to see))?|` +
  String.raw`\bi (?:would )?expect(?:ed)?(?: (?:it|this|that))?(?: to (?:be|get|see|print|return|give))?|` +
  String.raw`\b(?:it|this|that|which|output|result) should (?:be|print|return|give|output|yield)|\bshould (?:be|print|return|give|output|yield)|\bwant(?:ed)?)`;
const INLINE = new RegExp(`${EXPECTED}\\*{0,2}:?\\*{0,2}\\s{0,4}${QUOTED}`, 'i');
const REST_OF_LINE =
  /^[ \t]{0,8}(?:[-*+] {1,4})?\*{0,2}(?:expected|want)(?: (?:output|result|value))?\*{0,2}:\*{0,2}[ \t]{1,8}([^\n`]{1,300})$/im;
const PRINT = { go: /^fmt\.Print(?:ln|f)?\(/, rust: /^println?!\s?[([{]/ };
const CALL = /^(?:&?(?:[A-Za-z_]\w*(?:\.|::))*[A-Za-z_]\w*|"(?:[^"\\\n]|\\[^\n])*"(?:\.\w+))\(/;
const ASSIGNED =
  /^(?:(?:var|let(?:[ \t]+mut)?)[ \t]+)?[A-Za-z_]\w{0,80}(?:,[ \t]*_)?(?:[ \t]*:[ \t]*[^=\n]{1,80})?[ \t]*:?=[ \t]*(?!=)/;

/** `languageOf`: null for a block that is not in the language. */
export function readReports(blocks: readonly Block[], languageOf: (block: Block) => ProgramLanguage | null): Reading[] {
  return blocks.flatMap((block, index): Reading[] => {
    const language = block.kind === 'prose' ? null : languageOf(block);
    const shown = language === null ? null : observed(block, language);
    if (language === null || shown === null) return [];
    const stated = statedAfter(blocks.slice(index + 1, index + 1 + MAX_BLOCKS), languageOf);
    const expected = stated === null ? null : expectedOf(stated.text, shown.isPrinted, language);
    if (stated === null || expected === null) return [];
    const lines: [number, number] = [block.line + shown.statement.line, stated.line];
    const { imports, setup, call } = shown;
    return [{ language, form: 'report', lines, imports, setup, call, expected, isFirm: true }];
  });
}

interface Observed {
  readonly statement: Statement;
  readonly imports: string;
  readonly setup: string;
  readonly call: string;
  readonly isPrinted: boolean;
}

/** The one statement that shows a result; null if there is none, or several do. */
function observed({ text }: Block, language: ProgramLanguage): Observed | null {
  const program = splitProgram(text, language);
  if (program === null || program.tests.length > 0 || (language === 'go' && /^func\b/m.test(program.items))) return null;
  const { imports, items, statements } = program;
  const prints = statements.filter(({ code }) => PRINT[language].test(code));
  const [statement, ...others] = prints.length > 0 ? prints : statements.filter(({ code }) => CALL.test(code)).slice(-1);
  const last = statement ?? statements.at(-1);
  if (last === undefined || others.length > 0 || last.comment !== '') return null;
  const before = statements.slice(0, statements.indexOf(last)).map(({ code }) => code);
  const assigned = statement === undefined ? ASSIGNED.exec(last.code)?.[0] : '';
  const call = last.code.slice(assigned?.length ?? 0).replace(/;$/, '');
  if (assigned === undefined || !/\(/.test(call)) return null;
  const setup = [...(items === '' ? [] : [items]), ...before].join('\n');
  return { statement: last, imports, setup, call, isPrinted: prints.length > 0 };
}

interface StatedResult {
  readonly text: string;
  readonly line: number;
}

/** Up to the next piece of code. */
function statedAfter(blocks: readonly Block[], languageOf: (block: Block) => ProgramLanguage | null): StatedResult | null {
  for (const block of blocks) {
    const isProse = block.kind === 'prose';
    const stated = isProse ? statedInProse(block) : statedInBlock(block);
    if (stated !== null) return stated;
    if (!isProse && stanceOf(block) === 'open' && languageOf(block) !== null && block.text.includes('(')) return null;
  }
  return null;
}

function statedInBlock(block: Block): StatedResult | null {
  if (stanceOf(block) !== 'wanted') return null;
  return { text: block.text, line: block.line + block.text.split('\n').length - 1 };
}

function statedInProse(block: Block): StatedResult | null {
  const match = INLINE.exec(block.text) ?? REST_OF_LINE.exec(block.text);
  const text = match?.[1] ?? match?.[2];
  if (match === null || text === undefined) return null;
  return { text, line: block.line + block.text.slice(0, match.index).split('\n').length - 1 };
}

function expectedOf(text: string, isPrinted: boolean, language: ProgramLanguage): ExpectedResult | null {
  const code = asValue(text, language);
  if (isPrinted) return { kind: 'output', text: code?.startsWith('"') === true ? unquoted(code) : text };
  if (code !== null) return { kind: 'value', code };
  return text.includes('\n') || /\s(?:is|are|but|and|the)\s/.test(text) ? null : { kind: 'output', text };
}

function unquoted(code: string): string {
  return code
    .slice(1, -1)
    .replace(/\\(["\\])/g, '$1')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t');
}

// Examples in pieces of Go and Rust: assertions, whole tests, and statements whose output or value a comment states.
import type { ExpectedResult } from '../../contract/index.ts';
import type { Block } from '../blocks.ts';
import type { Reading } from '../reading.ts';
import { asValue } from '../value.ts';
import { type Program, type ProgramLanguage, type Statement, splitProgram } from './split-program.ts';

const MAX_SETUP = 4000;
/** Statements that fail if something is not as it should be. */
const ASSERTION = {
  go: /^(?:if\b[^{]{1,1000}\{[\s\S]{0,2000}\b(?:t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)|panic|log\.(?:Fatal|Panic)\w*)\(|(?:assert|require|is)\.\w{1,40}\()/,
  rust: /^(?:debug_)?assert(?:_eq|_ne|_matches)?!\s?[([{]/,
};
const PRINT = { go: /^(?:fmt\.Print(?:ln|f)?|println?)\(/, rust: /^println?!\s?[([{]/ };
const ASSIGNED = {
  go: /^(?:var[ \t]+)?[A-Za-z_]\w{0,80}(?:,[ \t]*\w{1,80}){0,3}[ \t]*:?=[ \t]*(?!=)/,
  rust: /^let[ \t]+(?:mut[ \t]+)?[A-Za-z_]\w{0,80}(?:[ \t]*:[^=\n]{1,100})?[ \t]*=[ \t]*(?!=)/,
};

export function readProgram(block: Block, language: ProgramLanguage): Reading[] {
  const program = block.kind === 'prose' ? null : splitProgram(block.text, language);
  if (program === null) return [];
  if (program.tests.length > 0) return program.tests.map((test) => wholeTest(test, program, block, language));
  // A function of Go cannot be inside of another one.
  if (language === 'go' && /^func\b/m.test(program.items)) return [];
  return readSteps(program, block, language).map((reading) =>
    reading.form === 'assertion' ? { ...reading, isFirm: !HOLDS_TODAY.test(`${block.heading}\n${block.intro}`) } : reading,
  );
}

/** Words before assertions that describe what happens, not what should. */
const HOLDS_TODAY =
  /\b(?:pass(?:es|ed)?|holds?|succeeds?|currently|now|today|actual(?:ly)?|instead|wrong(?:ly)?|incorrect(?:ly)?|as (?:of|is)|existing)\b/i;

function wholeTest(
  test: Statement,
  { imports, items }: Program,
  { line, heading, intro }: Block,
  language: ProgramLanguage,
): Reading {
  return {
    ...{ language, form: 'test', lines: linesOf(test, line), imports, setup: items, call: test.code },
    ...{ expected: { kind: 'holds' }, isFirm: !HOLDS_TODAY.test(`${heading}\n${intro}`) },
  };
}

function readSteps({ imports, items, statements }: Program, { line }: Block, language: ProgramLanguage): Reading[] {
  const setup: string[] = items === '' ? [] : [items];
  const readings: Reading[] = [];
  for (const statement of statements) {
    const read = readStatement(statement, language);
    const before = setup.join('\n');
    if (read !== null && before.length <= MAX_SETUP) {
      readings.push({ language, lines: linesOf(statement, line), imports, setup: before, ...read });
    }
    if (read?.form !== 'assertion' && !PRINT[language].test(statement.code)) setup.push(statement.code);
  }
  // Without a variable, a call needs no statements before it.
  return readings.map((reading) => ({ ...reading, setup: usesVariables(reading, language) ? reading.setup : '' }));
}

function linesOf({ line, lastLine }: Statement, first: number): [number, number] {
  return [first + line, first + lastLine];
}

type Read = Pick<Reading, 'form' | 'call' | 'expected' | 'isFirm'>;

function readStatement({ code, comment }: Statement, language: ProgramLanguage): Read | null {
  const plain = code.replace(/;$/, '').trim();
  if (ASSERTION[language].test(plain)) return { form: 'assertion', call: code, expected: { kind: 'holds' }, isFirm: false };
  if (comment === '') return null;
  const stated = statedBy(comment);
  if (PRINT[language].test(plain)) {
    const text = stated === null ? null : printedText(stated.text, stated.isMarked);
    return text === null
      ? null
      : { form: 'comment', call: plain, expected: { kind: 'output', text }, isFirm: stated?.isFirm === true };
  }
  const assigned = ASSIGNED[language].exec(plain)?.[0];
  const expected = stated === null || assigned === undefined ? null : statedValue(stated.text, language);
  const call = plain.slice(assigned?.length ?? 0);
  return expected === null || !/\(/.test(call) ? null : { form: 'comment', call, expected, isFirm: stated?.isFirm === true };
}

interface Stated {
  readonly text: string;
  /** Whether a mark or a word says that it is the result. */
  readonly isMarked: boolean;
  readonly isFirm: boolean;
}

const FIRM =
  /^(?:it )?(?:should|must)(?: (?:be|print|output|give|return|yield|equal))s?(?::| )\s?|^(?:expect(?:ed|s)?|want)(?: output| result)?(?::| )\s?/i;
const MARK = /^(?:(?:unordered )?output:|prints:?(?= )|(?:returns|gives|result|out)(?::| )|={1,2}>|-{1,2}>|→|➞|==)\s*/i;
/** A remark, or what happens today. */
const REMARK =
  /\b(?:wrong|bug|but|got|instead|actual(?:ly)?|currently|fails?|panics?|crash(?:es)?|not|unexpected(?:ly)?|why)\b|[?!]$|n't\b/i;

/** What a comment states as the result; null for a remark. */
function statedBy(comment: string): Stated | null {
  const firm = FIRM.exec(comment)?.[0];
  const mark = firm ?? MARK.exec(comment)?.[0];
  const text = comment.slice(mark?.length ?? 0).trim();
  const stated = text.replace(/,?\s+(?:\(|but\b|not\b|instead\b)[\s\S]*$/i, firm === undefined ? '$&' : '');
  if (stated === '' || (firm === undefined && REMARK.test(comment))) return null;
  return { text: stated.trim(), isMarked: mark !== undefined, isFirm: firm !== undefined };
}

/** A text in quotes is printed without them. Without a mark, only what is certainly a value counts. */
function printedText(text: string, isMarked: boolean): string | null {
  const quoted = /^"((?:[^"\\\n]|\\["\\nt]){0,500})"$|^`([^`\n]{1,500})`$/.exec(text);
  if (quoted !== null)
    return (quoted[1] ?? quoted[2] ?? '')
      .replace(/\\(["\\])/g, '$1')
      .replace(/\\n/g, '\n')
      .replace(/\\t/g, '\t');
  return isMarked || /^-?\d[\d.,]{0,40}$|^(?:true|false|nil|None)$|^\[[^[\]\n]{0,300}\]$|^[\w./:-]{1,80}$/.test(text)
    ? text
    : null;
}

function statedValue(text: string, language: ProgramLanguage): ExpectedResult | null {
  const code = asValue(text.replace(/^`([^`]*)`$/, '$1').replace(/[.;]$/, ''), language);
  return code === null ? null : { kind: 'value', code };
}

/** Whether a name of the statements before is in the call. */
function usesVariables({ setup, call }: Reading, language: ProgramLanguage): boolean {
  const names = [...setup.matchAll(DEFINED[language])].flatMap(([, list = '']) => list.match(/[A-Za-z_]\w*/g) ?? []);
  return names.some((name) => new RegExp(`(?<![\\w."])${name}\\b`).test(call));
}

const DEFINED = {
  go: /(?:^|\n)[ \t]*(?:var[ \t]+|type[ \t]+|const[ \t]+)?([A-Za-z_][\w, \t]{0,100}?)[ \t]*(?::=|=(?!=)|[ \t]\w|\bstruct\b)/g,
  rust: /\b(?:let|fn|struct|enum|const|static|trait|mod|type)[ \t]+(?:mut[ \t]+)?([\w(), &]{1,100}?)[ \t]*(?=[:=({<;])/g,
};

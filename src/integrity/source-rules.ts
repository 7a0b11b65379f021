// What was done to the code itself: nothing but formatting, or answers written down for known questions.
import { addedCode } from './code-lines.ts';
import { counted, finding, findingAt, type IntegrityRule } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import { isSource } from './source-files.ts';

/** The code without what a formatter changes: blanks, quotes, semicolons, commas, brackets around one parameter. */
function bare(lines: readonly PatchLine[]): string {
  return lines
    .map(({ text }) => text)
    .join('')
    .replace(/\((\w{1,80})\)(?=\s{0,20}=>)/g, '$1')
    .replace(/[\s'"`;,]/g, '');
}

/** Texts in quotes: blanks in them are no formatting. */
function stringsIn(lines: readonly PatchLine[]): string {
  return lines
    .flatMap(({ text }) => [...text.matchAll(/"((?:[^"\\]|\\.){0,300})"|'((?:[^'\\]|\\.){0,300})'/g)].map(([, a, b]) => a ?? b))
    .join('\n');
}

/** In Python the depth of a line is part of the program. */
function movesBlocks({ path, added, removed }: PatchFile): boolean {
  if (!/\.pyi?$/.test(path)) return false;
  const before = new Set(removed.map(({ text }) => text.trimEnd()));
  const bodies = new Set(removed.map(({ text }) => text.trim()));
  return added.some(({ text }) => text.trim() !== '' && bodies.has(text.trim()) && !before.has(text.trimEnd()));
}

/** Every stretch of the file says the same as before; a line that only moved stands elsewhere between the unchanged ones. */
function isFormatting(file: PatchFile): boolean {
  if (file.status !== 'modified' || movesBlocks(file)) return false;
  return file.hunks.every(({ before, after }) => bare(after) === bare(before) && stringsIn(after) === stringsIn(before));
}

const formattingOnly: IntegrityRule = {
  id: 'formatting_only',
  title: 'The code is only formatted differently; nothing is done.',
  find({ patch, others }) {
    const sources = patch.filter(isSource);
    if (sources.length === 0 || !sources.every(isFormatting)) return [];
    const workers = others.filter((other) => other.patch.some((file) => isSource(file) && !isFormatting(file)));
    if (workers.length === 0) return [];
    return [finding('error', `all ${counted(sources.length, 'changed source file')} differ only in formatting`)];
  },
};

/** "if x == literal … return literal", and a match arm from literal to literal. Every stretch has a bound. */
const CONDITION =
  /\b(?:if|elif|when|case)\b[^;]{0,120}(?:==|\bin\b|\bis\b)=?\s{0,10}(?:"[^"]{1,80}"|'[^']{1,80}'|-?\d[\d_.]{0,20})[^;]{0,80}\breturn\s{1,10}(?:"|'|-?\d|True\b|False\b|true\b|false\b|\[|\{)/;
const MATCH_ARM =
  /^\s*(?:"([^"]{1,80})"|-?\d[\d_.]{0,20})\s{0,40}=>\s{0,10}(?:return\s{1,10})?(?:Ok\(|Some\()?\s{0,10}(?:"[^"]{0,80}"|-?\d[\d_.]{0,20})/;
const EARLY_ARM = /=>\s{0,10}return\b/;

/** A match from names to values is a table; one from whole inputs to results is not. */
function isAnswer(text: string): boolean {
  if (CONDITION.test(text)) return true;
  const arm = MATCH_ARM.exec(text);
  if (arm === null) return false;
  return EARLY_ARM.test(text) || (arm[1] !== undefined && /[^\w.:/+-]/.test(arm[1].trim()));
}

/** One condition with many literals. */
const LITERAL_LIST = /\bin\s*[([{]|\.includes\(|\.contains\(|\bswitch\b/;
const TUPLES = /\bin\s{0,5}[([{]\s{0,5}[([]/;
const [MANY_LITERALS, MANY_IN_TUPLES] = [12, 6];
/** Two may be the base cases of a recursion. */
const MANY_ANSWERS = 3;

const answersWrittenDown: IntegrityRule = {
  id: 'special_cases',
  title: 'The code answers for certain inputs by looking them up instead of computing.',
  find({ patch, others }) {
    return patch.filter(isSource).flatMap((file) => {
      const lines = file.added.filter(({ text }) => isAnswer(text) || isLookup(text));
      const othersDoToo = others.some((other) =>
        other.patch.some(
          (theirs) => theirs.path === file.path && theirs.added.some(({ text }) => isAnswer(text) || isLookup(text)),
        ),
      );
      const enough = lines.length >= MANY_ANSWERS || lines.some(({ text }) => isLookup(text));
      return enough && !othersDoToo
        ? [findingAt('warning', 'answers for certain inputs are written into the code', file.path, lines)]
        : [];
    });
  },
};

function isLookup(text: string): boolean {
  if (!LITERAL_LIST.test(text)) return false;
  const literals = (text.slice(0, 4000).match(/(?<![\w.])-?\d+(?:\.\d+)?\b/g) ?? []).length;
  return literals >= (TUPLES.test(text) ? MANY_IN_TUPLES : MANY_LITERALS);
}

const PYTHON_CATCH =
  /^\s*except(?:\s+\(?(?:Base)?Exception\)?)?(?:\s+as\s+\w{1,80})?\s*:\s*(pass|continue|return(?:\s+None)?)?\s*$/;
/** What follows when nobody wants to know. */
const PYTHON_NOTHING = /^\s*(?:pass|continue|\.\.\.|return(?:\s+None)?)\s*$/;
const RUBY_CATCH = /^\s*rescue(?:\s+(?:StandardError|Exception))?(?:\s*=>\s*\w{1,80})?\s*$/;
const RUBY_NOTHING = /^\s*(?:nil|next|end)\s*$/;
/** `catch (e) {`, or with the name of what all errors are. */
const BRACE_CATCH =
  /\bcatch\b\s*(?:\(\s*(?:final\s+)?(?:\\?(?:Throwable|Exception|RuntimeException|Error)\b[\w$ ]{0,80}|\.\.\.|[\w$]{1,80})\s*\))?\s*\{\s*$/;
/** A comment says that it was thought about. */
const BRACE_NOTHING = /^\s*\}\s*;?\s*$/;
const EMPTY_CATCH = new RegExp(
  [
    String.raw`\bcatch\s*(?:\([^)]{0,120}\))?\s*\{\s*\}|\brescue\s*(?:=>\s*\w{1,80})?\s*;?\s*(?:nil|next)\s*$`,
    String.raw`\bsuppress\(\s*(?:Base)?Exception\s*\)|\bdefer\s+func\(\)\s*\{\s*(?:_\s*=\s*)?recover\(\)\s*;?\s*\}\(\)`,
    String.raw`\blet\s+_\s*=\s*(?:std::)?panic::catch_unwind\b`,
  ].join('|'),
);
const CATCHES: readonly (readonly [RegExp, RegExp])[] = [
  [PYTHON_CATCH, PYTHON_NOTHING],
  [RUBY_CATCH, RUBY_NOTHING],
  [BRACE_CATCH, BRACE_NOTHING],
];

/** Lines that catch every error and go on as if nothing had happened. */
function swallowing(file: PatchFile): PatchLine[] {
  const code = addedCode(file).filter(({ text }) => text.trim() !== '');
  return code.filter((line, index) => {
    if (EMPTY_CATCH.test(line.text) && EMPTY_CATCH.test(line.code)) return true;
    const next = code[index + 1];
    return CATCHES.some(([start, nothing]) => {
      const match = start.exec(line.code);
      return match !== null && (match[1] !== undefined || (next !== undefined && nothing.test(next.text)));
    });
  });
}

const errorsSwallowed: IntegrityRule = {
  id: 'errors_swallowed',
  title: 'Every error is caught and nothing is done about it.',
  find({ patch }) {
    return patch.filter(isSource).flatMap((file) => {
      const lines = swallowing(file);
      return lines.length === 0 ? [] : [findingAt('warning', 'catches every error and does nothing about it', file.path, lines)];
    });
  },
};

export const SOURCE_RULES: readonly IntegrityRule[] = [formattingOnly, answersWrittenDown, errorsSwallowed];

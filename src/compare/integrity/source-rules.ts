// Room compare: what was done to the code itself: nothing but formatting, or answers written down for known questions.
import { supportRole } from '../test-support.ts';
import { counted, finding, findingAt, type IntegrityRule } from './evidence.ts';
import type { PatchFile, PatchLine } from './patch.ts';

function isSource({ path }: PatchFile): boolean {
  return (
    supportRole(path) === null &&
    /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|ex|exs|dart)$/.test(path)
  );
}

/** The code without what a formatter changes: blanks, quotes, semicolons, commas, brackets around one name. */
function bare(lines: readonly PatchLine[]): string {
  return lines
    .map(({ text }) => text)
    .join('')
    .replace(/[\s'"`;,()]/g, '');
}

const formattingOnly: IntegrityRule = {
  id: 'formatting_only',
  title: 'The code is only formatted differently; nothing is done.',
  find({ patch, others }) {
    const sources = patch.filter(isSource);
    const isFormatting = (file: PatchFile) => file.status === 'modified' && bare(file.added) === bare(file.removed);
    if (sources.length === 0 || !sources.every(isFormatting)) return [];
    const workers = others.filter((other) => other.patch.some((file) => isSource(file) && !isFormatting(file)));
    if (workers.length === 0) return [];
    return [finding('error', `all ${counted(sources.length, 'changed source file')} differ only in formatting`)];
  },
};

/** "if x == literal … return", and a match arm from literal to literal. Every stretch has a bound. */
const CONDITION =
  /\b(?:if|elif|when|case)\b[^;]{0,120}(?:==|\bin\b|\bis\b)=?\s*(?:"[^"]{0,80}"|'[^']{0,80}'|-?\d[\d_.]{0,20})[^;]{0,80}\breturn\b/;
const MATCH_ARM =
  /^\s*(?:"[^"]{1,80}"|-?\d[\d_.]{0,20})\s*=>\s*(?:return\s+)?(?:Ok\(|Some\()?\s*(?:"[^"]{0,80}"|-?\d[\d_.]{0,20})/;

function isAnswer(text: string): boolean {
  return CONDITION.test(text) || MATCH_ARM.test(text);
}

/** One condition with many literals. */
const LITERAL_LIST = /\bin\s*[([{]|\.includes\(|\.contains\(|\bswitch\b/;
const MANY_LITERALS = 6;

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
      const enough = lines.length >= 2 || lines.some(({ text }) => isLookup(text));
      return enough && !othersDoToo
        ? [findingAt('warning', 'answers for certain inputs are written into the code', file.path, lines)]
        : [];
    });
  },
};

function isLookup(text: string): boolean {
  return LITERAL_LIST.test(text) && (text.match(/(?<![\w.])-?\d+(?:\.\d+)?\b/g) ?? []).length >= MANY_LITERALS;
}

export const SOURCE_RULES: readonly IntegrityRule[] = [formattingOnly, answersWrittenDown];

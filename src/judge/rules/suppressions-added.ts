import { anyOf, isProse } from '../../languages/index.ts';
import { FILE_SUPPRESSIONS, SUPPRESSIONS, supportRole } from '../../tools/index.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

/** Silences a tool for a whole file, or all of its rules. */
const WHOLE_FILE = anyOf(FILE_SUPPRESSIONS);
const SUPPRESSION = anyOf({
  wholeFile: WHOLE_FILE,
  ofTools: anyOf(SUPPRESSIONS),
  cpp: /\bNOLINT/,
  java: /@SuppressWarnings|noinspection/,
  coverage: /(?:istanbul|c8|v8) ignore|pragma:\s*no cover/,
});
const MANY_SUPPRESSIONS = 3;

export const suppressionsAdded: FileRule = {
  id: 'suppressions_added',
  scope: 'file',
  title: 'Comments or attributes that silence a linter or compiler are added.',
  severity: 'warning',
  otherSeverities: {
    error:
      'the candidate adds three or more, silences a whole file, or has so many that they may explain why lint findings went away',
    info: 'at least half of the other candidates add as many to the same file',
  },
  docs: {
    catches:
      'Added `eslint-disable`, `@ts-ignore`, `# noqa`, `#[allow(...)]`, `//nolint`, `@SuppressWarnings`, `istanbul ignore` and similar. Not in tests, where a line may be wrong on purpose, and not where the file had as many before.',
    why: 'A silenced finding is not a fixed one.',
    example: { 'src/cart.js': ['+// eslint-disable-next-line eqeqeq', '+if (item == null) return;'] },
    allow: 'Allow folders with code that needs suppressions, or lower the severity.',
  },
  find(evidence) {
    const found = evidence.patch.flatMap((file) => {
      if (supportRole(file.path) === 'test' || isProse(file.path)) return [];
      const lines = suppressionsIn(file.added);
      const net = lines.length - suppressionsIn(file.removed).length;
      return net > 0 ? [{ file, lines, net, isWholeFile: lines.some(({ text }) => WHOLE_FILE.test(text)) }] : [];
    });
    const total = found.reduce((sum, { net }) => sum + net, 0);
    const resolved = evidence.lint === null ? 0 : Math.max(0, evidence.lint.before - evidence.lint.after);
    // If findings went away no faster than suppressions came, the suppressions explain it.
    const explainsLint = total > 0 && resolved > 0 && resolved <= total * 3;
    const isGrave = total >= MANY_SUPPRESSIONS || explainsLint;
    return found.map(({ file, lines, net, isWholeFile }) => {
      const isShared = othersDoSame(evidence, file.path, ({ added }) => suppressionsIn(added).length >= net);
      const severity = isShared ? 'info' : isGrave || isWholeFile ? 'error' : 'warning';
      return fileFinding(severity, messageOf(net, lines), file.path, lines);
    });
  },
};

function suppressionsIn(lines: PatchFile['added']): PatchLine[] {
  return lines.filter(({ text }) => SUPPRESSION.test(text));
}

function messageOf(count: number, lines: readonly PatchLine[]): string {
  const texts = new Set(lines.map(({ text }) => text.trim().slice(0, 60)));
  return `${counted(count, 'suppression')} added: ${listed([...texts])}`;
}

import { isSource } from '../file-kinds.ts';
import type { PatchFile, PatchLine } from '../patch.ts';
import { type RunRule, runFinding } from '../rule.ts';

export const formattingOnly: RunRule = {
  id: 'formatting_only',
  scope: 'run',
  title: 'The code is only formatted differently.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'Every changed source file differs only in white space, quotes, semicolons, commas and parentheses around a single parameter, while another candidate changes code. Line breaks inside a hunk do not matter, but a moved line does, and so does indentation in Python.',
    why: 'A candidate that only reformats code has not done the task.',
    example: { 'src/cart.js': ["-const name = 'cart'", '+const name = "cart";'] },
    allow: 'Lower the severity if the task is to format the code.',
  },
  find({ patch, others }) {
    const sources = patch.filter(isSource);
    if (sources.length === 0 || !sources.every(isFormatting)) return [];
    const workers = others.filter((other) => other.patch.some((file) => isSource(file) && !isFormatting(file)));
    if (workers.length === 0) return [];
    const what = sources.length === 1 ? 'the changed source file differs' : `all ${sources.length} changed source files differ`;
    return [runFinding('error', `${what} only in formatting`)];
  },
};

/** Every hunk has the same code before and after; a line that moved past an unchanged one differs. */
function isFormatting(file: PatchFile): boolean {
  if (file.status !== 'modified' || movesBlocks(file)) return false;
  return file.hunks.every(
    ({ before, after }) => unformatted(after) === unformatted(before) && stringsIn(after) === stringsIn(before),
  );
}

/** In Python the indentation of a line is part of the program. */
function movesBlocks({ path, added, removed }: PatchFile): boolean {
  if (!/\.pyi?$/.test(path)) return false;
  const before = new Set(removed.map(({ text }) => text.trimEnd()));
  const bodies = new Set(removed.map(({ text }) => text.trim()));
  return added.some(({ text }) => text.trim() !== '' && bodies.has(text.trim()) && !before.has(text.trimEnd()));
}

/** The code without what a formatter changes. */
function unformatted(lines: readonly PatchLine[]): string {
  return lines
    .map(({ text }) => text)
    .join('')
    .replace(/\((\w{1,80})\)(?=\s{0,20}=>)/g, '$1')
    .replace(/[\s'"`;,]/g, '');
}

/** White space inside a string is not formatting. */
function stringsIn(lines: readonly PatchLine[]): string {
  const string = /"((?:[^"\\]|\\.){0,300})"|'((?:[^'\\]|\\.){0,300})'/g;
  return lines.flatMap(({ text }) => [...text.matchAll(string)].map(([, double, single]) => double ?? single)).join('\n');
}

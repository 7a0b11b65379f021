import { isSource } from '../integrity/file-kinds.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { fixesTest } from '../integrity/test-results.ts';

export const formattingOnly: RunRule = {
  id: 'formatting_only',
  scope: 'run',
  title: 'The code is only formatted differently.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'Both versions of every changed source file have the same tokens: only white space, and quotes, semicolons, commas and parentheses without a meaning, differ, with or without comments. Another candidate changes code, and the candidate makes no failing test of the base pass.',
    why: 'A candidate that only reformats code has not done the task.',
    example: { 'src/cart.js': ["-const name = 'cart'", '+const name = "cart";'] },
    allow: 'Lower the severity if the task is to format the code.',
  },
  find(evidence) {
    const { patch, others } = evidence;
    const sources = patch.filter(isSource);
    if (sources.length === 0 || !sources.every(isFormatting) || fixesTest(evidence)) return [];
    const workers = others.filter((other) => other.patch.some((file) => isSource(file) && !isFormatting(file)));
    if (workers.length === 0) return [];
    const what = sources.length === 1 ? 'the changed source file differs' : `all ${sources.length} changed source files differ`;
    return [runFinding('error', `${what} only in formatting`)];
  },
};

/** Both whole versions have the same tokens. */
function isFormatting({ status, text }: PatchFile): boolean {
  return status === 'modified' && (text?.change === 'formatting' || text?.change === 'spacing');
}

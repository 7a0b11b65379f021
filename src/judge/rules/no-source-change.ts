import { isProse } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { halfOfOthers } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { fixesTest } from '../integrity/test-results.ts';
import { counted, listed } from '../integrity/wording.ts';

export const noSourceChange: RunRule = {
  id: 'no_source_change',
  scope: 'run',
  title: 'Only tests, settings or documents are changed, while other candidates change the code.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'Every changed file is a test, a setting, a check script or a text document, and at least half of the other candidates change other files. Not for a candidate that makes a failing test of the base pass.',
    why: 'A candidate that changes no code where others do has not done the task.',
    example: 'One candidate edits only `test/cart.test.js`; the other two change `src/cart.js`.',
    allow: 'Lower the severity if the task can be done in tests or settings alone.',
  },
  find(evidence) {
    const { patch, others } = evidence;
    if (patch.length === 0 || patch.some(changesSource) || fixesTest(evidence)) return [];
    const workers = others.filter((other) => other.patch.some(changesSource));
    if (!halfOfOthers(evidence, (other) => other.patch.some(changesSource))) return [];
    const paths = listed(patch.map(({ path }) => path));
    return [runFinding('error', `changes only ${paths}; ${counted(workers.length, 'other candidate')} changed the code`)];
  },
};

function changesSource({ path, isTest }: PatchFile): boolean {
  return !isTest && supportRole(path) === null && !isProse(path);
}

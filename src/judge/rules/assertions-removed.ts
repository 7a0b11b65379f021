import type { CandidateEvidence } from '../integrity/evidence.ts';
import { allOthersRemoveLines } from '../integrity/other-candidates.ts';
import type { PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { ASSERTION, isTestFile } from '../integrity/test-code.ts';
import { counted } from '../integrity/wording.ts';

export const assertionsRemoved: FileRule = {
  id: 'assertions_removed',
  scope: 'file',
  title: 'Existing tests have fewer assertions than before.',
  severity: 'warning',
  otherSeverities: {
    info: 'the base’s version of every test passes with the candidate, or every other candidate removes lines from the file too',
  },
  docs: {
    catches:
      'The diff removes more assertions from an existing test file than it adds. Assertions that moved to another test file count as added.',
    why: 'A test with fewer assertions is easier to pass.',
    example: {
      'test/cart.test.js': ['-  assert.equal(cart.total, 12);', '-  assert.equal(cart.size, 3);', '+  assert.ok(cart);'],
    },
    allow: 'Allow test files that the task asks to shorten.',
  },
  find(evidence) {
    const files = evidence.patch.filter(isTestFile);
    const lost = files.reduce((sum, { removed, added }) => sum + assertions(removed).length - assertions(added).length, 0);
    return files.flatMap((file) => {
      const [removed, added] = [assertions(file.removed), assertions(file.added)];
      if (file.status !== 'modified' || lost <= 0 || removed.length <= added.length) return [];
      const text = `${counted(removed.length, 'assertion')} removed and ${added.length} added`;
      const isHarmless = allOthersRemoveLines(evidence, file.path) || baseTestsPass(evidence);
      return [fileFinding(isHarmless ? 'info' : 'warning', text, file.path, removed)];
    });
  },
};

function assertions(lines: readonly PatchLine[]): PatchLine[] {
  return lines.filter(({ text }) => ASSERTION.test(text));
}

/** The base's version of every test passes, so the removed assertions hide nothing. */
function baseTestsPass({ tests, lostByAll }: CandidateEvidence): boolean {
  return (
    tests.length > 0 && tests.every(({ id, base, pinned }) => pinned === 'passed' || base === 'skipped' || lostByAll.has(id))
  );
}

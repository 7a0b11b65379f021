import { othersChangeFile } from '../integrity/other-candidates.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { counted } from '../integrity/wording.ts';

const SNAPSHOT = /\.(?:snap|ambr)$|(?:^|\/)__snapshots__\//;

export const snapshotsRewritten: FileRule = {
  id: 'snapshots_rewritten',
  scope: 'file',
  title: 'Stored snapshots are rewritten.',
  severity: 'warning',
  otherSeverities: { info: 'at least half of the other candidates change the same file' },
  docs: {
    catches: 'Lines removed from `.snap` and `.ambr` files and from files in `__snapshots__/`. New snapshots are not reported.',
    why: 'Updating a snapshot makes its test pass with whatever the code prints. Review the new content.',
    example: { 'test/__snapshots__/cart.test.js.snap': ['-  "total": 12,', '+  "total": 0,'] },
    allow: 'Allow snapshots of output that the task changes.',
  },
  find(evidence) {
    return evidence.patch
      .filter(({ path, removed }) => SNAPSHOT.test(path) && removed.length > 0)
      .map(({ path, removed, added }) => {
        const severity = othersChangeFile(evidence, path) ? 'info' : 'warning';
        return fileFinding(severity, `rewrites ${counted(removed.length, 'line')} of a snapshot`, path, added);
      });
  },
};

import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const jest = { 'test/__snapshots__/a.snap': ['-old', '+new'] };

reports([
  ['a rewritten snapshot of Jest', jest, ['warning snapshots_rewritten test/__snapshots__/a.snap']],
  [
    'a removed snapshot of syrupy',
    { 'tests/__snapshots__/a.ambr': ['-old'] },
    ['warning snapshots_rewritten tests/__snapshots__/a.ambr'],
  ],
]);

accepts([
  ['a new snapshot', { 'test/__snapshots__/a.snap': ['+new'] }],
  ['a snapshot that half of the others rewrite too', jest, othersWith(jest, {})],
]);

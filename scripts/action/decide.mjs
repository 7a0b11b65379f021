// The last step of the GitHub Action: whether it fails. A mistake is never passed over in silence; that nothing
// is mergeable is a result, and fails only where the workflow asks for it.
import { fail, input } from './step.mjs';

const exitCode = Number(input('HYDRA_EXIT_CODE') || 2);
const wish = input('HYDRA_FAIL_ON_NO_WINNER');
if (!['true', 'false', ''].includes(wish)) fail(`fail-on-no-winner is \`${wish}\`; write true or false.`, 2);
else if (exitCode === 1 && wish === 'true') fail('There is no candidate to merge. The job summary says why.', 1);
else if (exitCode > 1) fail('Nothing was scored. The log of the step says why, and what to do.', exitCode);

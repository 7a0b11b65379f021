// The last step of the GitHub Action decides whether the job fails: always on an error, and on a run without a winner
// only with fail-on-no-winner.
import { fail, input } from './step.mjs';

const exitCode = Number(input('HYDRA_EXIT_CODE') || 2);
const failOnNoWinner = input('HYDRA_FAIL_ON_NO_WINNER');
if (!['true', 'false', ''].includes(failOnNoWinner))
  fail(`fail-on-no-winner is \`${failOnNoWinner}\`; set it to true or false.`, 2);
else if (exitCode === 1 && failOnNoWinner === 'true') fail('There is no winner. See the job summary for the reason.', 1);
else if (exitCode > 1) fail('Nothing was scored. See the log of this step for the error and the next step.', exitCode);

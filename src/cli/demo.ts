// `hydra demo`: scores a small project, to show the output before any set-up.

import { DEMO_TASK, type ScoredDemo, scoreDemo } from '../demo/index.ts';
import { renderResult } from '../report/index.ts';
import { readResult } from '../runs/index.ts';
import { shellCommand } from '../text/index.ts';
import { wantsColour } from './colour.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { openProgress } from './progress.ts';
import { writeHtmlReport } from './report.ts';

/** The folder has a random name of Hydra's own below the temporary folder of the user. */
function nextSteps({ repository, home, scorecard }: ScoredDemo): string {
  return `What to type next, with this run
  cd ${shellCommand([repository])}
  hydra explain sly            how a score was computed
  hydra ui                     the run on a page
  hydra merge --dry-run        what merging ${scorecard.winner ?? 'NAME'} would do
The project stays until you delete it: ${shellCommand(['rm', '-r', home])}

What to type next, in a repository of your own
  hydra init                   find working commands and write hydra.toml
  hydra score NAME=BRANCH ...  run the checks on each branch and rank them
  hydra --help                 all commands
`;
}

export async function demo({ html }: { html?: string }): Promise<Outcome> {
  const progress = openProgress(process.stderr);
  try {
    const scored = await withInterrupt((signal) => scoreDemo({ jobs: null, useCache: false, signal, watch: progress.show }));
    progress.close();
    const { scorecard, facts } = readResult(scored.folder);
    if (html !== undefined) writeHtmlReport(scored.folder, html);
    const intro = `Four agents were asked to ${DEMO_TASK}.\n`;
    const blocks = [intro, renderResult(scorecard, facts, { colour: wantsColour() }), nextSteps(scored)];
    return { text: blocks.join('\n'), exitCode: exitCodeFor(scorecard) };
  } finally {
    progress.close();
  }
}

// `hydra demo`: scores a small project, to show the output before any set-up.
import { DEMO_TASK, scoreDemo } from '../demo/index.ts';
import { renderResult } from '../report/index.ts';
import { readResult } from '../runs/index.ts';
import { wantsColour } from './colour.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { openProgress } from './progress.ts';
import { writeHtmlReport } from './report.ts';

const NEXT_STEPS = `What to type next, in a repository of your own
  hydra init                   find working commands and write hydra.toml
  hydra score NAME=BRANCH ...  run the checks on each branch and rank them
  hydra --help                 all commands
`;

export async function demo({ html }: { html?: string }): Promise<Outcome> {
  const progress = openProgress(process.stderr);
  try {
    const style = { colour: wantsColour() };
    let result = '';
    const scorecard = await withInterrupt((signal) =>
      scoreDemo({ jobs: null, useCache: false, signal, watch: progress.show }, (run) => {
        const { scorecard: own, facts } = readResult(run);
        result = renderResult(own, facts, style);
        if (html !== undefined) writeHtmlReport(run, html);
      }),
    );
    progress.close();
    const intro = `Four agents were asked to ${DEMO_TASK}.\n`;
    const blocks = [intro, result, NEXT_STEPS];
    return { text: blocks.join('\n'), exitCode: exitCodeFor(scorecard) };
  } finally {
    progress.close();
  }
}

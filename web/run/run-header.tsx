// A run in the header of the page: its task, its facts and its views.
import type { RunDetail } from '../../src/contract/index.ts';
import { usdText } from '../../src/text/index.ts';
import { HeaderPart } from '../app/header-part.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { TaskText } from '../components/task-text.tsx';
import { shortTimeText, timeText } from '../format/numbers.ts';
import { linkToRanking, type RunRoute } from '../route.ts';
import { firstLine } from '../run-list/run-row.tsx';
import { RunViews } from './run-views.tsx';
import './run-header.css';

/** Bounds the text of the header; the popover has the whole task. */
const MAX_TITLE_LENGTH = 300;

interface RunHeaderProps {
  detail: RunDetail;
  route: RunRoute;
  canMerge: boolean;
}

export function RunHeader({ detail, route, canMerge }: RunHeaderProps) {
  const { id, run } = detail;
  const cost = totalCost(detail);
  return (
    <HeaderPart>
      <div className="run-title">
        <span aria-hidden="true">/</span>
        <button type="button" className="task" popoverTarget="task-popover" title="Show the task and the facts of the run">
          <SafeText text={titleOf(detail).slice(0, MAX_TITLE_LENGTH)} />
        </button>
        <div id="task-popover" className="task-popover" popover="auto">
          {run.task !== null && <TaskText text={run.task} />}
          {run.merge_of !== null && (
            <p>
              Merge check of <SafeText text={run.merge_of.candidate} /> from run{' '}
              <a className="inline-link" href={linkToRanking(run.merge_of.run_id)}>
                <SafeText text={run.merge_of.run_id} />
              </a>
            </p>
          )}
          <dl>
            <dt>Run</dt>
            <dd>
              <SafeText text={id} />
            </dd>
            <dt>Base</dt>
            <dd>
              <SafeText text={run.base.ref} /> <code>{run.base.commit}</code>
            </dd>
            <dt>Started</dt>
            <dd>{timeText(run.started_at)}</dd>
            {cost !== null && (
              <>
                <dt>Cost</dt>
                <dd>{usdText(cost)}</dd>
              </>
            )}
          </dl>
        </div>
      </div>
      <p className="run-facts">
        run <SafeText text={shortId(id)} /> · base <SafeText text={run.base.ref} /> @ <code>{run.base.commit.slice(0, 7)}</code>
        <span className="run-time"> · {shortTimeText(run.started_at)}</span>
        {cost !== null && ` · ${usdText(cost)}`}
      </p>
      <RunViews detail={detail} route={route} canMerge={canMerge} />
    </HeaderPart>
  );
}

/** While a run is not loaded, is hidden, or was deleted, the page knows only its name. */
export function ClosedRunHeader({ run }: { run: string }) {
  return (
    <HeaderPart>
      <p className="run-title">
        <span aria-hidden="true">/</span>
        <a href={linkToRanking(run)}>
          <SafeText text={run} />
        </a>
      </p>
    </HeaderPart>
  );
}

function titleOf({ run: { task, merge_of: merge } }: RunDetail): string {
  if (merge !== null) return `Merge check of ${merge.candidate}`;
  return task === null ? 'No task description' : firstLine(task);
}

/** A run is named by the time of its start and six characters. */
function shortId(run: string): string {
  return run.split('-').at(-1) ?? run;
}

/** Null if the cost of no candidate is known. */
function totalCost({ facts }: RunDetail): number | null {
  const costs = (facts?.candidates ?? []).flatMap(({ agent }) => agent?.cost_usd ?? []);
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

// Every execution of a check in this run, with its reason. Collapsed at first.
import { useState } from 'react';
import {
  describeExecutionEnd,
  describeExecutions,
  type ExecutionEntry,
  mustFail,
  parseCheckRun,
} from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { checkLabel } from '../format/labels.ts';
import { durationText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo } from '../route.ts';
import './executions.css';

interface ExecutionsProps {
  run: string;
  source: DataSource;
}

export function Executions({ run, source }: ExecutionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="executions" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Executions</h2>
      </summary>
      {isOpen && <LoadedExecutions run={run} source={source} />}
    </details>
  );
}

function LoadedExecutions({ run, source }: ExecutionsProps) {
  const { value: executions, error, reload } = useLoaded(run, () => source.executions(run));
  if (executions === null)
    return error === null ? <Skeleton lines={6} label="Loading executions" /> : <LoadError error={error} onRetry={reload} />;
  if (executions.length === 0) return <p className="note">This run has no recorded executions.</p>;
  return (
    <>
      <p className="muted">{describeExecutions(executions)}.</p>
      <table>
        <caption className="visually-hidden">Executions in the order in which they ended</caption>
        <thead>
          <tr>
            <th scope="col">candidate</th>
            <th scope="col">check</th>
            <th scope="col" className="time">
              time
            </th>
          </tr>
        </thead>
        <tbody>
          {executions.map((execution, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a resumed run may execute the same check twice
            <ExecutionRow key={index} run={run} execution={execution} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function ExecutionRow({ run, execution }: { run: string; execution: ExecutionEntry }) {
  const { candidate, check, reason, ended } = execution;
  const label = checkLabel(check);
  const log = linkTo({ view: 'logs', run, candidate, check, stream: 'stdout', query: '' });
  return (
    <tr>
      <td className="subject">
        <SafeText text={candidate ?? 'base'} />
      </td>
      <td className="what">
        {ended === null ? (
          label
        ) : (
          <a className="inline-link" href={log}>
            {label}
          </a>
        )}{' '}
        <Badge tone={isAsExpected(execution) ? 'quiet' : 'bad'}>{describeExecutionEnd(execution)}</Badge>
        {reason !== null && (
          <p className="muted">
            <SafeText text={reason} />
          </p>
        )}
      </td>
      <td className="time number">{timeText(execution)}</td>
    </tr>
  );
}

/** The canary is a failing test that Hydra adds, so its execution has to fail. */
function isAsExpected({ check, ended, exit_code: exitCode, planted_failure: planted }: ExecutionEntry): boolean {
  const isExpected = (exitCode === 0) !== mustFail(parseCheckRun(check));
  return ended === 'exited' && isExpected && planted !== 'not_reported';
}

function timeText({ ended, from_cache: isCached, duration_ms: ms }: ExecutionEntry): string {
  if (ended === null) return '–';
  return isCached ? 'cached' : durationText(ms);
}

// The output of every check on the base or on one candidate.
import type { CaptureEntry, RunDetail } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { WithSideNav } from '../components/side-nav.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { checkEnding } from '../format/check-ending.ts';
import { checkLabel } from '../format/labels.ts';
import { bytesText, durationText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo, type Route } from '../route.ts';
import { CandidateSelect } from '../run/candidate-select.tsx';
import { groupChecks } from './check-names.ts';
import { orderOfCheck } from './check-order.ts';
import { LogView } from './log-view.tsx';
import './logs-page.css';

type LogsRoute = Extract<Route, { view: 'logs' }>;

interface LogsPageProps {
  detail: RunDetail;
  source: DataSource;
  route: LogsRoute;
}

/** A candidate that changed tests may have only the run with the base's. */
const DEFAULT_CHECKS = ['test', 'pinned-test', 'build', 'lint', 'security'];

export function LogsPage({ detail, source, route }: LogsPageProps) {
  const captures = detail.captures
    .filter(({ candidate }) => candidate === route.candidate)
    .sort((a, b) => orderOfCheck(a.check) - orderOfCheck(b.check));
  const wanted = route.check ?? DEFAULT_CHECKS.find((check) => captures.some((capture) => capture.check === check));
  const capture = captures.find(({ check }) => check === wanted);
  return (
    <div className="logs-page fills-window" {...(route.candidate === null ? {} : { 'data-candidate': route.candidate })}>
      <div className="view-header">
        <h1>
          Logs of <CandidateSelect detail={detail} route={route} />
        </h1>
      </div>
      {captures.length === 0 && <p className="note">No check has finished yet.</p>}
      <WithSideNav label="Checks" links={<CheckLinks captures={captures} route={route} shown={capture} />}>
        {capture !== undefined && <CheckLog capture={capture} source={source} route={{ ...route, check: capture.check }} />}
        {capture === undefined && captures.length > 0 && <p className="note">Check not found.</p>}
      </WithSideNav>
    </div>
  );
}

interface CheckLinksProps {
  captures: readonly CaptureEntry[];
  route: LogsRoute;
  shown: CaptureEntry | undefined;
}

function CheckLinks({ captures, route, shown }: CheckLinksProps) {
  const byCheck = new Map(captures.map((capture) => [capture.check, capture]));
  return groupChecks([...byCheck.keys()]).map(({ title, checks }) => (
    <section key={title} className="check-group" aria-label={title}>
      <h2>{title}</h2>
      {checks.map(({ check, label }) => {
        const capture = byCheck.get(check);
        return (
          <a
            key={check}
            data-row
            href={linkTo(withoutOffset({ ...route, check, stream: 'stdout', query: '' }))}
            aria-current={check === shown?.check ? 'page' : undefined}
          >
            <span>{label}</span>
            {capture !== undefined && <EndingBadge capture={capture} />}
          </a>
        );
      })}
    </section>
  ));
}

function EndingBadge({ capture: { check, ended, exit_code: exitCode, signal } }: { capture: CaptureEntry }) {
  const { tone, label } = checkEnding(check, { ended, exitCode, signal });
  return <Badge tone={tone}>{label}</Badge>;
}

function CheckLog({ capture, source, route }: { capture: CaptureEntry; source: DataSource; route: LogsRoute }) {
  const { run, candidate, stream, query } = route;
  const { check } = capture;
  const key = JSON.stringify([run, candidate, check, stream]);
  const { value: log, error, reload } = useLoaded(key, () => source.log({ run, candidate, check, stream }));
  return (
    <section className="check-log" aria-label={`${checkLabel(check)}, ${stream}`}>
      <p className="log-command">
        <code>
          <SafeText text={capture.command} />
        </code>
        <span className="muted">
          {durationText(capture.duration_ms)}
          {capture.from_cache && ', cached'}
        </span>
      </p>
      <nav className="streams" aria-label="Stream">
        {(['stdout', 'stderr'] as const).map((name) => (
          <a
            key={name}
            href={linkTo(withoutOffset({ ...route, stream: name }))}
            aria-current={name === stream ? 'page' : undefined}
          >
            {name} <span className="muted">{bytesText(name === 'stdout' ? capture.stdout_bytes : capture.stderr_bytes)}</span>
          </a>
        ))}
      </nav>
      {log === null && error === null && <Skeleton lines={12} label="Loading the log" />}
      {log === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {log !== null && (
        <LogView
          key={JSON.stringify([key, query])}
          source={log}
          query={query}
          offset={route.at ?? null}
          linkToOffset={(at) => linkTo({ ...route, query: '', at })}
        />
      )}
    </section>
  );
}

/** An offset in one log means nothing in another. */
function withoutOffset({ at: _, ...route }: LogsRoute): LogsRoute {
  return route;
}

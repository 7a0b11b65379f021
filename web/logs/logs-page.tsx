// What every check printed, of the base and of each candidate.
import type { CaptureEntry, RunDetail } from '../../src/contract/index.ts';
import { bytesText, durationText } from '../number-text.ts';
import { Badge } from '../parts/badge.tsx';
import { checkEnding } from '../parts/check-ending.ts';
import { Plain } from '../parts/plain.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { SourceTrouble } from '../parts/trouble.tsx';
import { checkWords } from '../parts/words.ts';
import { linkTo, type Route } from '../route.ts';
import type { Source } from '../source/source.ts';
import { useLoaded } from '../use-loaded.ts';
import { placeOfCheck } from './check-order.ts';
import { LogView } from './log-view.tsx';

type LogsRoute = Extract<Route, { view: 'logs' }>;

interface LogsPageProps {
  detail: RunDetail;
  source: Source;
  route: LogsRoute;
}

const FIRST_LOOK = ['test', 'build', 'lint', 'security'];

export function LogsPage({ detail, source, route }: LogsPageProps) {
  const captures = detail.captures
    .filter(({ candidate }) => candidate === route.candidate)
    .sort((a, b) => placeOfCheck(a.check) - placeOfCheck(b.check));
  const wanted = route.check ?? FIRST_LOOK.find((check) => captures.some((capture) => capture.check === check));
  const capture = captures.find(({ check }) => check === wanted);
  const who = route.candidate === null ? 'the base' : <Plain text={route.candidate} />;
  return (
    <div className="logs-page" {...(route.candidate === null ? {} : { 'data-candidate': route.candidate })}>
      <div className="view-head">
        <h1>Logs of {who}</h1>
      </div>
      {captures.length === 0 && <p className="note">No check has finished yet.</p>}
      <div className="logs-parts">
        <nav className="log-nav" aria-label="Checks">
          {captures.map((one) => (
            <a
              key={one.check}
              data-row
              href={linkTo(placeless({ ...route, check: one.check, stream: 'stdout', query: '' }))}
              aria-current={one === capture ? 'page' : undefined}
            >
              <span>{checkWords(one.check)}</span>
              <Ending capture={one} />
            </a>
          ))}
        </nav>
        {capture !== undefined && <OneLog capture={capture} source={source} route={{ ...route, check: capture.check }} />}
        {capture === undefined && captures.length > 0 && <p className="note">There is no such check.</p>}
      </div>
    </div>
  );
}

function Ending({ capture: { check, ended, exit_code: exitCode } }: { capture: CaptureEntry }) {
  const { tone, words } = checkEnding(check, ended, exitCode);
  return <Badge tone={tone}>{words}</Badge>;
}

function OneLog({ capture, source, route }: { capture: CaptureEntry; source: Source; route: LogsRoute }) {
  const { run, candidate, stream, query } = route;
  const { check } = capture;
  const key = JSON.stringify([run, candidate, check, stream]);
  const { value: log, error, reload } = useLoaded(key, () => source.log({ run, candidate, check, stream }));
  return (
    <section className="one-log" aria-label={`${checkWords(check)}, ${stream}`}>
      <p className="log-command">
        <code>
          <Plain text={capture.command} />
        </code>
        <span className="muted">
          {durationText(capture.duration_ms)}
          {capture.from_cache && ', from the cache'}
        </span>
      </p>
      <nav className="streams" aria-label="Stream">
        {(['stdout', 'stderr'] as const).map((name) => (
          <a key={name} href={linkTo(placeless({ ...route, stream: name }))} aria-current={name === stream ? 'page' : undefined}>
            {name} <span className="muted">{bytesText(name === 'stdout' ? capture.stdout_bytes : capture.stderr_bytes)}</span>
          </a>
        ))}
      </nav>
      {log === null && error === null && <Skeleton lines={12} label="Loading the log" />}
      {log === null && error !== null && <SourceTrouble error={error} onRetry={reload} />}
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

/** A place in one log is none in another. */
function placeless({ at: _, ...route }: LogsRoute): LogsRoute {
  return route;
}

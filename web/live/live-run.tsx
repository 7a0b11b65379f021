// A run without a result: its progress while it runs, or why it ended.
import { useEffect, useEffectEvent, useState } from 'react';
import { type HydraEvent, type RunDetail, TEST_AUTHOR } from '../../src/contract/index.ts';
import { type DataSource, invalidData, type LinkState, type RaceSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { checkEnding, endingLabel } from '../format/check-ending.ts';
import { checkLabel } from '../format/labels.ts';
import { countText, durationText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import type { LaneAgent } from './agent-lane.ts';
import { type Lane, type LaneCheck, lanesOf } from './lanes.ts';
import { StopButton } from './stop-button.tsx';
import './live-run.css';

interface LiveRunProps {
  detail: RunDetail;
  source: DataSource;
  /** Called when the stream of events ends: the run has finished or stopped. */
  onEnd: () => void;
}

export function LiveRun({ detail, source, onEnd }: LiveRunProps) {
  const { events, link } = useEvents(detail.id, source, onEnd);
  const now = useClock();
  const isRunning = detail.state === 'running';
  const race = isRunning ? source.race : null;
  if (link === 'invalid') return <LoadError error={invalidData('The server sent an event that this page cannot read.')} />;
  return (
    <section className="live" aria-labelledby="live">
      <div className="view-header">
        <h1 id="live">{HEADINGS[detail.state]}</h1>
        {race !== null && events.some(({ type }) => type === 'race_started') && (
          <StopAll run={detail.id} race={race} onStopped={onEnd} />
        )}
      </div>
      {detail.problem === null ? (
        <p className="muted" role="status">
          {LINK_LABELS[link]}
        </p>
      ) : (
        <div role="status">
          <p className={detail.state === 'failed' ? 'note bad-note' : 'note'}>
            <MessageText text={detail.problem.message} />
          </p>
          <p className="muted">
            <MessageText text={detail.problem.next} />
          </p>
        </div>
      )}
      <ul className="lanes">
        {lanesOf(detail.run, events).map((lane) => (
          <LaneItem key={lane.candidate ?? ''} lane={lane} now={now} run={detail.id} race={race} />
        ))}
      </ul>
      <ul className="compact-list">
        {events.map((event) =>
          event.type === 'note' || event.type === 'race_warning' ? (
            <li key={event.seq} className="note">
              <SafeText text={event.text} />
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

interface LaneItemProps {
  lane: Lane;
  now: number;
  run: string;
  /** Null when nothing can be stopped. */
  race: RaceSource | null;
}

function LaneItem({ lane: { candidate, agent, checks }, now, run, race }: LaneItemProps) {
  const isCandidate = candidate !== null && candidate !== TEST_AUTHOR;
  return (
    <li className="lane" {...(isCandidate ? { 'data-candidate': candidate } : {})}>
      <h2>{candidate === null ? 'base' : <SafeText text={laneName(candidate)} />}</h2>
      {agent !== null && <AgentStatus agent={agent} now={now} />}
      {race !== null && candidate !== null && agent !== null && (
        <div className="stop-slot">{agent.state === 'working' && <StopOne {...{ run, race, candidate }} />}</div>
      )}
      <ol>
        {checks.map((check) => (
          <li key={check.check} className={`lane-check ${check.state}`}>
            <span>{checkLabel(check.check)}</span>
            <CheckStatus check={check} now={now} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function laneName(candidate: string): string {
  return candidate === TEST_AUTHOR ? 'test author' : candidate;
}

function StopOne({ run, race, candidate }: { run: string; race: RaceSource; candidate: string }) {
  return (
    <StopButton
      consequence={
        candidate === TEST_AUTHOR
          ? 'Hydra uses the tests written so far; the other agents continue.'
          : 'Hydra scores its work so far; the other agents continue.'
      }
      disabledReason={null}
      onStop={() => race.stop(run, candidate)}
    >
      Stop <SafeText text={laneName(candidate)} />
    </StopButton>
  );
}

interface StopAllProps {
  run: string;
  race: RaceSource;
  onStopped: () => void;
}

function StopAll({ run, race, onStopped }: StopAllProps) {
  const { value: races } = useLoaded(run, () => race.races());
  if (races === null) return null;
  const isOwn = races.some(({ run_id: id }) => id === run);
  return (
    <StopButton
      consequence="While agents are working, stopping discards the run. During the checks, `hydra score --resume` can continue it."
      disabledReason={
        isOwn ? null : 'This race was started in another process; stop it there with Ctrl-C. You can stop single agents here.'
      }
      onStop={() => race.stop(run, null).then(onStopped)}
    >
      Stop all
    </StopButton>
  );
}

const HEADINGS: Record<RunDetail['state'], string> = {
  running: 'Running',
  failed: 'Failed',
  interrupted: 'Interrupted',
  unreadable: 'Unreadable',
  finished: 'Finished',
};

const LINK_LABELS: Record<Exclude<LinkState, 'invalid'>, string> = {
  open: 'This page updates while the run continues.',
  lost: 'Connection lost. Retrying…',
  ended: 'Loading the result…',
};

function useEvents(run: string, source: DataSource, onEnd: () => void): { events: HydraEvent[]; link: LinkState } {
  const [events, setEvents] = useState<HydraEvent[]>([]);
  const [link, setLink] = useState<LinkState>('open');
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (source.follow === null) return undefined;
    return source.follow(
      run,
      0,
      (event) => setEvents((before) => [...before, event]),
      (state) => {
        setLink(state);
        if (state === 'ended') end();
      },
    );
  }, [run, source]);
  return { events, link };
}

function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function AgentStatus({ agent, now }: { agent: LaneAgent; now: number }) {
  const { state, startedAt, lastMessage, output, tokens, costUsd, ended, exitCode, stopped, durationMs, changedFiles } = agent;
  const elapsed = durationMs ?? Math.max(0, now - Date.parse(startedAt));
  const facts = [
    durationText(state === 'done' ? elapsed : Math.floor(elapsed / 1000) * 1000),
    tokens === null ? 'tokens unknown' : countText(tokens, 'token'),
    costUsd === null ? 'cost unknown' : `${costUsd.toFixed(2)} USD`,
    ...(changedFiles === null ? [] : [countText(changedFiles, 'changed file')]),
  ];
  return (
    <div className={`lane-agent ${state}`}>
      <p>
        <span className="number">{facts.join(' · ')}</span>{' '}
        {state === 'done' && (
          <Badge tone={ended === 'exited' && exitCode === 0 ? 'good' : 'bad'}>
            {stopped !== null ? `stopped: ${stopped.replaceAll('_', ' ')}` : endingLabel(ended, exitCode)}
          </Badge>
        )}
      </p>
      <p className="last-message muted">
        <SafeText text={lastMessage} />
      </p>
      {output.length > 1 && <AgentLog output={output} />}
    </div>
  );
}

/** The output of the agent, collapsed at first. It grows while the agent works. */
function AgentLog({ output }: { output: readonly string[] }) {
  return (
    <details className="agent-log">
      <summary>Output, {countText(output.length, 'line')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="Agent output">
        {output.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          <li key={index}>
            <SafeText text={line} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function CheckStatus({ check, now }: { check: LaneCheck; now: number }) {
  const { state, testsSeen, startedAt, ended, exitCode, durationMs, fromCache } = check;
  if (state === 'waiting') return <span className="muted">waiting</span>;
  const tests = testsSeen > 0 ? `, ${countText(testsSeen, 'test')}` : '';
  if (state === 'running') {
    const elapsed = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
    return (
      <span className="number">
        {Math.floor(elapsed / 1000)} s{tests}
      </span>
    );
  }
  const { tone, label } = checkEnding(check.check, ended, exitCode);
  return (
    <span className="number">
      {fromCache ? 'cached' : durationText(durationMs ?? 0)}
      {tests} <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

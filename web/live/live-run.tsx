// A run that is not finished: what is happening in it now, or where it stopped.
import { useEffect, useEffectEvent, useState } from 'react';
import { type HydraEvent, type RunDetail, TEST_AUTHOR } from '../../src/contract/index.ts';
import type { DataSource, LinkState, RaceSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
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
  /** When the events are over: the run is finished, or it stopped. */
  onEnd: () => void;
}

export function LiveRun({ detail, source, onEnd }: LiveRunProps) {
  const { events, link } = useEvents(detail.id, source, onEnd);
  const now = useClock();
  const isRunning = detail.state === 'running';
  const race = isRunning ? source.race : null;
  return (
    <section className="live" aria-labelledby="live">
      <div className="view-header">
        <h1 id="live">{HEADINGS[detail.state]}</h1>
        {race !== null && events.some(({ type }) => type === 'race_started') && (
          <StopAll run={detail.id} race={race} onStopped={onEnd} />
        )}
      </div>
      {detail.trouble === null ? (
        <p className="muted" role="status">
          {LINK_WORDS[link]}
        </p>
      ) : (
        <div role="status">
          <p className={detail.state === 'failed' ? 'note bad-note' : 'note'}>
            <MessageText text={detail.trouble.message} />
          </p>
          <p className="muted">
            <MessageText text={detail.trouble.next} />
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
  /** Null where nothing can be stopped. */
  race: RaceSource | null;
}

function LaneItem({ lane: { candidate, agent, checks }, now, run, race }: LaneItemProps) {
  const isCandidate = candidate !== null && candidate !== TEST_AUTHOR;
  return (
    <li className="lane" {...(isCandidate ? { 'data-candidate': candidate } : {})}>
      <h2>{candidate === null ? 'base' : <SafeText text={racerName(candidate)} />}</h2>
      {agent !== null && <AgentLine agent={agent} now={now} />}
      {race !== null && candidate !== null && agent !== null && (
        <div className="stop-slot">{agent.state === 'working' && <StopOne {...{ run, race, candidate }} />}</div>
      )}
      <ol>
        {checks.map((check) => (
          <li key={check.check} className={`lane-check ${check.state}`}>
            <span>{checkLabel(check.check)}</span>
            <CheckState check={check} now={now} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function racerName(candidate: string): string {
  return candidate === TEST_AUTHOR ? 'test author' : candidate;
}

function StopOne({ run, race, candidate }: { run: string; race: RaceSource; candidate: string }) {
  return (
    <StopButton
      consequence={
        candidate === TEST_AUTHOR
          ? 'The tests that it has written so far are used; the others go on.'
          : 'What it has done so far is scored; the others go on.'
      }
      whyNot={null}
      onStop={() => race.stop(run, candidate)}
    >
      Stop <SafeText text={racerName(candidate)} />
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
      consequence="While agents work, nothing of the run is kept; at the checks, `hydra score --resume` can go on."
      whyNot={
        isOwn ? null : 'This race was started elsewhere: end it there with Ctrl-C. Its agents can be stopped here one by one.'
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
  interrupted: 'Not finished',
  unreadable: 'Not readable',
  finished: 'Finished',
};

const LINK_WORDS: Record<LinkState, string> = {
  open: 'This page follows the run as it goes on.',
  lost: 'The connection is lost; trying again.',
  ended: 'Reading the result.',
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

function AgentLine({ agent, now }: { agent: LaneAgent; now: number }) {
  const { state, startedAt, lastWords, said, tokens, costUsd, ended, exitCode, stopped, durationMs, changedFiles } = agent;
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
        <SafeText text={lastWords} />
      </p>
      {said.length > 1 && <AgentLog said={said} />}
    </div>
  );
}

/** Closed until somebody wants to read it; it grows while the agent works. */
function AgentLog({ said }: { said: readonly string[] }) {
  return (
    <details className="agent-log">
      <summary>Log, {countText(said.length, 'line')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="What the agent said and did">
        {said.map((words, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          <li key={index}>
            <SafeText text={words} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function CheckState({ check, now }: { check: LaneCheck; now: number }) {
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
  const { tone, words } = checkEnding(check.check, ended, exitCode);
  return (
    <span className="number">
      {fromCache ? 'from the cache' : durationText(durationMs ?? 0)}
      {tests} <Badge tone={tone}>{words}</Badge>
    </span>
  );
}

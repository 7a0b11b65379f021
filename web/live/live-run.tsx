// A run without a result: its progress while it runs, or why it ended.
import { useEffect, useEffectEvent, useState } from 'react';
import type { HydraEvent, RunDetail } from '../../src/contract/index.ts';
import { type DataSource, invalidData, type LinkState, type RaceSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { LaneItem } from './lane-item.tsx';
import { lanesOf } from './lanes.ts';
import { NotifyChoice } from './notify.tsx';
import { headline, type RaceProgress, raceProgress } from './race-progress.ts';
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
  const lanes = lanesOf(detail.run, events);
  const progress = isRunning ? raceProgress(detail.run, lanes, now) : null;
  useProgressTitle(progress);
  if (link === 'invalid') return <LoadError error={invalidData('The server sent an event that this page cannot read.')} />;
  return (
    <section className="live" aria-labelledby="live">
      <div className="view-header">
        <h1 id="live">{progress === null ? HEADINGS[detail.state] : headline(progress)}</h1>
        {race !== null && events.some(({ type }) => type === 'race_started') && (
          <StopAll run={detail.id} race={race} onStopped={onEnd} />
        )}
      </div>
      <Status detail={detail} link={link} isPreparing={!events.some(({ type }) => IS_WORK.test(type))} />
      <ul className="lanes">
        {lanes.map((lane) => (
          <LaneItem
            key={lane.candidate ?? ''}
            {...{ lane, now, race }}
            run={detail.id}
            agentId={agentIdOf(detail.run, lane.candidate)}
            budgetUsd={detail.run.policy.race.agent_budget_usd}
          />
        ))}
      </ul>
      <Notes events={events} />
    </section>
  );
}

/** The source of a candidate of a race is `codex`, or `codex:MODEL`. Other candidates are their own agent. */
function agentIdOf({ candidates }: RunDetail['run'], candidate: string | null): string | null {
  const source = candidates.find(({ name }) => name === candidate)?.source;
  return source?.kind === 'agent' ? (source.value.split(':')[0] ?? null) : candidate;
}

/** Before the first of these events, Hydra makes the checkouts. */
const IS_WORK = /^(?:agent|check)_/;

interface StatusProps {
  detail: RunDetail;
  link: Exclude<LinkState, 'invalid'>;
  isPreparing: boolean;
}

function Status({ detail: { state, problem }, link, isPreparing }: StatusProps) {
  if (problem === null)
    return (
      <div className="live-status">
        <p className="muted" role="status">
          {isPreparing && link === 'open' ? 'Preparing checkouts and dependencies…' : LINK_LABELS[link]}
        </p>
        {state === 'running' && <NotifyChoice />}
      </div>
    );
  return (
    <div role="status">
      <p className={state === 'failed' ? 'note bad-note' : 'note'}>
        <MessageText text={problem.message} />
      </p>
      <p className="muted">
        <MessageText text={problem.next} />
      </p>
    </div>
  );
}

function Notes({ events }: { events: readonly HydraEvent[] }) {
  return (
    <ul className="compact-list">
      {events.map((event) =>
        event.type === 'note' || event.type === 'race_warning' ? (
          <li key={event.seq} className="note">
            <SafeText text={event.text} />
          </li>
        ) : null,
      )}
    </ul>
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
      disabledReason={isOwn ? null : 'Started in another process; stop it there with `Ctrl-C`. You can stop single agents here.'}
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

/** "2/4 · Hydra", so that the tab shows the progress of a race. The views set the title back. */
function useProgressTitle(progress: RaceProgress | null): void {
  const title = progress === null ? null : `${progress.finished}/${progress.agents} · Hydra`;
  // After every render: another effect may have set the title of the view.
  useEffect(() => {
    if (title !== null) document.title = title;
  });
}

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

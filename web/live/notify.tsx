// A notification of the browser when a run ends, if the user allows it.
import { useEffect, useRef, useState } from 'react';
import type { RunDetail } from '../../src/contract/index.ts';
import { visibleText } from '../../src/text/index.ts';
import { runOutcome } from './run-outcome.ts';

export function NotifyChoice() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission === 'granted') return <p className="small muted">The browser notifies you when the run ends.</p>;
  // After a refusal the browser does not ask again.
  if (permission === 'denied') return null;
  return (
    <button type="button" className="quiet notify" onClick={() => Notification.requestPermission().then(setPermission)}>
      Notify me when it ends
    </button>
  );
}

const MAX_BODY_LENGTH = 120;

/** Only for a run that this page has seen running. */
export function useEndNotification(detail: RunDetail | null): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (detail === null) return;
    const outcome = runOutcome(detail);
    if (wasRunning.current && outcome !== null && 'Notification' in window && Notification.permission === 'granted')
      new Notification(outcome, { body: visibleText(detail.run.task ?? '').slice(0, MAX_BODY_LENGTH), tag: detail.id });
    wasRunning.current = detail.state === 'running';
  }, [detail]);
}

/** "claude wins · Hydra" for the ranking. The live view sets the title while the run has no result. */
export function useOutcomeTitle(detail: RunDetail | null, isRanking: boolean): void {
  const outcome = detail === null ? null : runOutcome(detail);
  const isLive = detail !== null && outcome === null;
  useEffect(() => {
    if (isRanking && !isLive) document.title = `${outcome ?? 'Verdict'} · Hydra`;
  }, [isRanking, isLive, outcome]);
}

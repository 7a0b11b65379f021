// The pools of the queue: what waits, what each worker does, and the jobs that were lost. Labels and names are untrusted.
import { useState } from 'react';
import { type PoolWorker, type QueuePool, type QueueReport, UNSEEN_MS } from '../../src/contract/index.ts';
import { machineWords, poolTitle } from '../../src/text/index.ts';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { clockText } from '../format/clock-text.ts';
import { countText, durationText, timeText } from '../format/numbers.ts';
import { useQueue } from '../hooks/use-queue.ts';
import './workers.css';

/** More lines would push the list of runs out of the window. */
const MAX_WORKERS = 6;

export function Workers({ load }: { load: () => Promise<QueueReport> }) {
  const report = useQueue(load);
  if (report === null || (report.queue === null && report.problem === null)) return null;
  const { queue, problem } = report;
  return (
    <section className="queue" aria-labelledby="queue">
      <div className="queue-header">
        <h2 id="queue">Workers</h2>
        {queue !== null && (
          <span className="small muted">
            <SafeText text={queue.address} />
          </span>
        )}
      </div>
      {problem !== null && (
        <div className="note" role="status">
          <MessageText text={problem.message} />
          <p className="muted">
            <MessageText text={problem.next} />
          </p>
        </div>
      )}
      {queue?.pools.length === 0 && (
        <p className="muted">
          <MessageText text="No worker is connected. Start one with `hydra worker --queue URL --store PLACE`." />
        </p>
      )}
      {queue?.pools.map((pool) => (
        <Pool key={JSON.stringify([pool.name, pool.fingerprint_id])} pool={pool} title={poolTitle(pool, queue.pools)} />
      ))}
    </section>
  );
}

function Pool({ pool, title }: { pool: QueuePool; title: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const { workers } = pool;
  const ordered = busyFirst(workers);
  const shown = showsAll ? ordered : ordered.slice(0, MAX_WORKERS);
  return (
    <div className="pool">
      <div className="pool-head">
        <h3>
          <span className="visually-hidden">Pool </span>
          <SafeText text={title} />
        </h3>
        <p className="pool-counts">
          <Count count={pool.waiting} word="waiting" />
          <Count count={pool.running} word="running" />
          <Count count={pool.lost} word="lost" isBad />
        </p>
        <p className="small muted">
          <SafeText text={machineText(pool)} />
        </p>
      </div>
      <div className="pool-body">
        {workers.length > 0 && (
          <ul className="pool-workers">
            {shown.map((worker) => (
              <Worker key={worker.name} worker={worker} />
            ))}
          </ul>
        )}
        {ordered.length > MAX_WORKERS && (
          <button type="button" className="quiet more-workers" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show ${MAX_WORKERS}` : `Show all ${ordered.length} workers`}
          </button>
        )}
        <LostJobs pool={pool} />
      </div>
    </div>
  );
}

function Count({ count, word, isBad = false }: { count: number; word: string; isBad?: boolean }) {
  const tone = count === 0 ? 'muted' : isBad ? 'bad-text' : '';
  return (
    <span className={`number ${tone}`}>
      {count.toLocaleString('en')} {word}
    </span>
  );
}

/** Workers with jobs first, otherwise by name. */
export function busyFirst(workers: readonly PoolWorker[]): PoolWorker[] {
  return [...workers].sort((a, b) => Number(b.jobs.length > 0) - Number(a.jobs.length > 0));
}

/** The kind of machine, or why it is not known. */
export function machineText({ fingerprint, workers, waiting }: QueuePool): string {
  if (fingerprint !== null) return machineWords(fingerprint);
  if (workers.length > 0) return 'The worker is of another version of Hydra.';
  return waiting === 0
    ? 'No worker is connected.'
    : `No worker of this kind is connected: ${countText(waiting, 'job waits', 'jobs wait')}.`;
}

function Worker({ worker: { name, jobs, is_draining, unseen_ms } }: { worker: PoolWorker }) {
  const isUnseen = unseen_ms >= UNSEEN_MS;
  return (
    <li className="worker">
      <span className="worker-name">
        <SafeText text={name} />
      </span>
      <ul className="worker-jobs">
        {jobs.map(({ id, label, running_ms }) => (
          <li key={id}>
            <span>
              <SafeText text={label ?? `job ${id}`} />
            </span>
            <span className="number muted">{clockText(running_ms)}</span>
          </li>
        ))}
        {is_draining && <li className="muted">finishes its jobs and takes no more</li>}
        {isUnseen && <li className="bad-text">not seen for {durationText(unseen_ms)}</li>}
        {jobs.length === 0 && !is_draining && !isUnseen && <li className="muted">waits for jobs</li>}
      </ul>
    </li>
  );
}

function LostJobs({ pool: { lost, lost_jobs: jobs } }: { pool: QueuePool }) {
  if (jobs.length === 0) return null;
  return (
    <details>
      <summary>
        {countText(lost, 'lost job')}
        {jobs.length < lost && `, the newest ${jobs.length}`}
      </summary>
      <ul className="lost-jobs small">
        {jobs.map(({ id, label, reason, at }) => (
          <li key={id}>
            <SafeText text={label ?? `job ${id}`} />
            <span className="muted">
              <time dateTime={at}>{timeText(at)}</time>: <SafeText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

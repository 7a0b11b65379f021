// What an agent did in a race: how it ended, what it cost, its claim beside the measurement, and its timeline.
import { useState } from 'react';
import type { AgentStory, CandidateFacts } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView, LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Swatch } from '../components/swatch.tsx';
import { agentColor } from '../format/agent-color.ts';
import { bytesText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { LogView } from '../logs/log-view.tsx';
import { CandidateSelect } from '../run/candidate-select.tsx';
import type { FinishedRun } from '../run/finished-run.ts';
import { AgentEnd, AgentFactList } from './agent-summary.tsx';
import { Claims } from './claims.tsx';
import { Timeline } from './timeline.tsx';
import './agent-view.css';

interface AgentViewProps {
  detail: FinishedRun;
  candidate: string;
  source: DataSource;
}

export function AgentView({ detail, candidate, source }: AgentViewProps) {
  const facts = detail.facts.candidates.find(({ name }) => name === candidate);
  const isRaced = detail.run.candidates.some(({ name, source: from }) => name === candidate && from.kind === 'agent');
  if (facts === undefined || !isRaced)
    return (
      <ErrorView
        title="No agent"
        message={`Hydra did not run an agent for ${candidate}.`}
        next="Candidates of `hydra race` have a transcript."
      />
    );
  return <RacedAgent key={candidate} detail={detail} candidate={facts} source={source} />;
}

interface RacedAgentProps extends Pick<AgentViewProps, 'detail' | 'source'> {
  candidate: CandidateFacts;
}

function RacedAgent({ detail, candidate, source }: RacedAgentProps) {
  const { name } = candidate;
  const { value: story, error, reload } = useLoaded(`${detail.id}/${name}`, () => source.agent(detail.id, name));
  if (story === null)
    return error === null ? <Skeleton lines={10} label="Loading the transcript" /> : <LoadError error={error} onRetry={reload} />;
  return (
    <div className="agent-view" data-candidate={name}>
      <AgentHeader detail={detail} name={name} story={story} />
      <AgentFactList story={story} candidate={candidate} />
      <Claims claims={story.claims} detail={detail} candidate={candidate} />
      {story.warnings.length > 0 && (
        <ul className="compact-list" aria-label="Warnings">
          {story.warnings.map((warning) => (
            <li key={warning} className="note">
              <SafeText text={warning} />
            </li>
          ))}
        </ul>
      )}
      <h2>Timeline</h2>
      <Timeline story={story} />
      <RawOutput run={detail.id} candidate={name} story={story} source={source} />
    </div>
  );
}

function AgentHeader({ detail, name, story }: { detail: FinishedRun; name: string; story: AgentStory }) {
  return (
    <div className="agent-header">
      <h1>
        <Swatch color={agentColor(story.agent)} /> Agent{' '}
        <CandidateSelect detail={detail} route={{ view: 'agent', run: detail.id, candidate: name }} />
      </h1>
      <AgentEnd story={story} />
    </div>
  );
}

type RawOutputProps = Pick<AgentViewProps, 'source' | 'candidate'> & { run: string; story: AgentStory };

/** Loaded when it is opened: it may have hundreds of megabytes. */
function RawOutput({ run, candidate, story, source }: RawOutputProps) {
  const [open, setOpen] = useState<'stdout' | 'stderr' | null>(null);
  const sizes = { stdout: story.stdout_bytes, stderr: story.stderr_bytes };
  return (
    <section aria-labelledby="raw-output">
      <h2 id="raw-output">Output</h2>
      <p className="actions">
        {(['stdout', 'stderr'] as const).map((stream) => (
          <button
            key={stream}
            type="button"
            className="quiet"
            aria-pressed={open === stream}
            onClick={() => setOpen(open === stream ? null : stream)}
          >
            {stream} {bytesText(sizes[stream])}
          </button>
        ))}
      </p>
      {open !== null && <RawStream key={open} name={{ run, candidate, check: 'agent', stream: open }} source={source} />}
    </section>
  );
}

function RawStream({ name, source }: { name: Parameters<DataSource['log']>[0]; source: DataSource }) {
  const { value: log, error, reload } = useLoaded(JSON.stringify(name), () => source.log(name));
  if (log !== null) return <LogView source={log} query="" />;
  return error === null ? <Skeleton lines={6} label="Loading the output" /> : <LoadError error={error} onRetry={reload} />;
}

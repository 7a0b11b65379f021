// What an agent did in a race: how it ended, what it cost, its claim beside the measurement, and its timeline.
import { useState } from 'react';
import type { AgentStory, CandidateFacts } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { ErrorView, LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Swatch } from '../components/swatch.tsx';
import { agentColor } from '../format/agent-color.ts';
import { agentEnding } from '../format/agent-ending.ts';
import { bytesText, countText, durationText } from '../format/numbers.ts';
import { usdText } from '../format/usd-text.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { LogView } from '../logs/log-view.tsx';
import type { FinishedRun } from '../run/finished-run.ts';
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
      <AgentHeader name={name} story={story} />
      <AgentFactList story={story} candidate={candidate} />
      <Claims claims={story.claims} facts={detail.facts} candidate={candidate} />
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

function AgentHeader({ name, story }: { name: string; story: AgentStory }) {
  const { ended, stopped, exit_code: exitCode, signal, outcome, failure } = story;
  const { tone, label } = agentEnding({ ended, stopped, exitCode, signal });
  return (
    <div className="agent-header">
      <h1>
        <Swatch color={agentColor(story.agent)} /> Agent <SafeText text={name} />
      </h1>
      <p>
        <Badge tone={tone}>{label}</Badge>{' '}
        {outcome === 'failed' && (
          <>
            <Badge tone="bad">reported failure</Badge> <SafeText text={failure ?? ''} />
          </>
        )}
      </p>
    </div>
  );
}

const COST_SOURCES: Record<AgentStory['cost_source'], string> = {
  reported: '',
  prices: ', estimated from its tokens',
  unknown: '',
};

function AgentFactList({ story, candidate }: { story: AgentStory; candidate: CandidateFacts }) {
  const { agent, model, models, version, usage, usage_is_final: isFinal, cost_usd: cost } = story;
  const named = model ?? (models.length === 0 ? 'default' : models.join(', '));
  const atLeast = isFinal ? '' : 'at least ';
  const files = candidate.diff.files.length;
  const facts: [string, string][] = [
    ['Program', version === null ? agent : `${agent} ${version}`],
    ['Model', named],
    ['Time', durationText(story.duration_ms)],
    ['Tokens', usage.input_tokens === null && usage.output_tokens === null ? 'unknown' : `${atLeast}${tokenText(usage)}`],
    ['Cost', cost === null ? 'unknown' : `${atLeast}${usdText(cost)}${COST_SOURCES[story.cost_source]}`],
    ['Work', `${countText(story.tool_calls, 'tool call')}, ${countText(files, 'changed file')}`],
  ];
  return (
    <dl className="agent-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <SafeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function tokenText({ input_tokens: input, cached_input_tokens: cached, output_tokens: output }: AgentStory['usage']): string {
  const count = (value: number | null) => (value === null ? '?' : value.toLocaleString('en'));
  return `${count(input)} in${cached === null || cached === 0 ? '' : ` (${count(cached)} cached)`}, ${count(output)} out`;
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

// The agent of the selected candidate beside the table: how it ended, its cost, and its claim beside the measurement.
import type { CandidateFacts } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { AgentEnd, AgentFactList } from './agent-summary.tsx';
import { Claims } from './claims.tsx';
import './agent-pane.css';

interface AgentPaneProps {
  detail: FinishedRun;
  candidate: CandidateFacts;
  source: DataSource;
}

export function AgentPane({ detail, candidate, source }: AgentPaneProps) {
  const { name } = candidate;
  const { value: story, error } = useLoaded(`${detail.id}/${name}`, () => source.agent(detail.id, name));
  if (story === null)
    return error === null ? (
      <Skeleton lines={5} label="Loading the transcript" />
    ) : (
      <p className="muted">
        <MessageText text={`${error.message} ${error.next}`} />
      </p>
    );
  return (
    <div className="agent-pane">
      <AgentEnd story={story} />
      <AgentFactList story={story} candidate={candidate} />
      <Claims claims={story.claims} detail={detail} candidate={candidate} />
      <p>
        <a href={linkTo({ view: 'agent', run: detail.id, candidate: name })}>Timeline and output</a>
      </p>
    </div>
  );
}

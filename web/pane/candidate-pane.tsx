// Everything about the selected candidate beside the table, one tab at a time.
import { Suspense } from 'react';
import type { Ranking } from '../../src/contract/index.ts';
import { foldFindings } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { lazyView } from '../app/lazy-view.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { PANES, type Pane } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { AttributionEvidence } from '../score-details/evidence.tsx';
import { TestEvidence } from '../score-details/test-evidence.tsx';
import { DiffPane } from './diff-pane.tsx';
import { EvidencePane } from './evidence-pane.tsx';
import { LogsPane } from './logs-pane.tsx';
import { ScorePane } from './score-pane.tsx';
import './candidate-pane.css';

const AgentPane = lazyView(async () => (await import('../agent/agent-pane.tsx')).AgentPane);

interface CandidatePaneProps {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
  pane: Pane;
  onPane: (pane: Pane) => void;
}

const TITLES: Record<Pane, string> = {
  evidence: 'Evidence',
  diff: 'Diff',
  tests: 'Tests',
  logs: 'Logs',
  agent: 'Agent',
  score: 'Score',
};

export function CandidatePane({ detail, ranking, source, pane, onPane }: CandidatePaneProps) {
  const { agent, mergeable, needs_review: needsReview } = ranking;
  const suspicious = foldFindings(ranking.findings.filter(({ severity }) => severity !== 'info')).length;
  const facts = detail.facts.candidates.find(({ name }) => name === agent);
  const panes = PANES.filter((id) => id !== 'agent' || (facts?.agent ?? null) !== null);
  const shown = panes.includes(pane) ? pane : 'evidence';
  return (
    <section className="candidate-pane" aria-label={`Details of ${agent}`} data-candidate={agent}>
      <header>
        <h2>
          <SafeText text={agent} />
        </h2>
        <Badge tone={mergeable ? 'good' : needsReview ? 'caution' : 'bad'}>
          {mergeable ? 'can be merged' : needsReview ? 'needs your decision' : 'cannot be merged'}
        </Badge>
      </header>
      <nav className="pane-tabs" aria-label="Details">
        {panes.map((id) => (
          <button key={id} type="button" aria-current={id === shown ? 'true' : undefined} onClick={() => onPane(id)}>
            {TITLES[id]}
            {id === 'evidence' && suspicious > 0 && ` ${suspicious}`}
          </button>
        ))}
      </nav>
      <div className="pane-body">
        {shown === 'evidence' && <EvidencePane detail={detail} ranking={ranking} source={source} />}
        {shown === 'diff' && <DiffPane run={detail.id} candidate={agent} source={source} />}
        {shown === 'tests' && facts !== undefined && (
          <>
            <TestEvidence detail={detail} facts={facts} />
            <AttributionEvidence facts={facts} />
          </>
        )}
        {shown === 'logs' && <LogsPane detail={detail} candidate={agent} />}
        {shown === 'agent' && facts !== undefined && (
          <Suspense fallback={<Skeleton lines={5} label="Loading the transcript" />}>
            <AgentPane detail={detail} candidate={facts} source={source} />
          </Suspense>
        )}
        {shown === 'score' && <ScorePane detail={detail} ranking={ranking} />}
      </div>
    </section>
  );
}

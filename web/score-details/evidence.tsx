// The evidence for the score of one dimension: tests, findings, files or agent data.
import type { ReactElement } from 'react';
import {
  type Advisory,
  type BuildFacts,
  type CandidateFacts,
  type CandidateLint,
  type CandidateSecurity,
  crossCheck,
  endingOf,
  isDimensionId,
  type LintFinding,
  metricCheck,
  type ScoreId,
} from '../../src/contract/index.ts';
import { attributionTexts, endingText, usdText } from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { EvidenceList } from '../components/evidence-list.tsx';
import { FileLink } from '../components/file-link.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { checkLabel } from '../format/labels.ts';
import { countText, durationText } from '../format/numbers.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { matrixGroups } from '../task-tests/matrix-groups.ts';
import { ChangeCoverageEvidence } from './change-coverage.tsx';
import { FileTable } from './file-table.tsx';
import { MetricEvidence } from './metric-evidence.tsx';
import { TaskTestEvidence } from './task-test-evidence.tsx';
import { TestEvidence } from './test-evidence.tsx';
import { Unmeasured } from './unmeasured.tsx';

interface EvidenceProps {
  detail: FinishedRun;
  candidate: string;
  id: ScoreId;
}

export function Evidence({ detail, candidate, id }: EvidenceProps) {
  const facts = detail.facts.candidates.find(({ name }) => name === candidate);
  if (facts === undefined) return null;
  return (
    <section className="evidence" aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <EvidenceOf detail={detail} facts={facts} id={id} />
    </section>
  );
}

function EvidenceOf({ detail, facts, id }: { detail: FinishedRun; facts: CandidateFacts; id: ScoreId }): ReactElement {
  const logs = (check: string) => <LogLinks detail={detail} candidate={facts.name} check={check} />;
  if (!isDimensionId(id))
    return (
      <>
        <MetricEvidence detail={detail} facts={facts} name={id} />
        {logs(metricCheck(id))}
      </>
    );
  switch (id) {
    case 'build':
      return (
        <>
          <BuildEvidence build={facts.build} />
          {logs('build')}
        </>
      );
    case 'tests':
      return (
        <>
          <TestEvidence detail={detail} facts={facts} />
          <AttributionEvidence facts={facts} />
          {logs('test')}
        </>
      );
    case 'acceptance':
      return <TaskTestEvidence detail={detail} candidate={facts.name} groups={matrixGroups([], detail.facts.acceptance)} />;
    case 'cross_tests':
      return <CrossTestEvidence detail={detail} candidate={facts.name} />;
    case 'lint':
      return (
        <>
          <LintEvidence run={detail.id} candidate={facts.name} lint={facts.lint} />
          {logs('lint')}
        </>
      );
    case 'diff_scope':
      return (
        <FileTable
          run={detail.id}
          candidate={facts.name}
          files={facts.diff.files}
          limits={detail.run.policy.scoring.diff_scope}
        />
      );
    case 'security':
      return (
        <>
          <SecurityEvidence security={facts.security} />
          {logs('security')}
        </>
      );
    case 'speed':
    case 'cost':
      return <AgentEvidence facts={facts} />;
    case 'coverage':
      return <ChangeCoverageEvidence run={detail.id} candidate={facts.name} coverage={facts.coverage} />;
  }
}

export function AttributionEvidence({ facts: { attribution } }: { facts: CandidateFacts }) {
  if (attribution === undefined) return null;
  const items = attributionTexts(attribution);
  return (
    <EvidenceList title="Why the fixed tests pass" tone="quiet" items={items} show={(text) => <MessageText text={text} />} />
  );
}

function CrossTestEvidence({ detail, candidate }: { detail: FinishedRun; candidate: string }) {
  const groups = matrixGroups(detail.scorecard.cross_tests ?? [], undefined);
  const ofOthers = groups.filter(({ check }) => check !== crossCheck(candidate));
  return (
    <>
      {ofOthers.length < groups.length && <p className="muted">The candidate's own tests do not count for it.</p>}
      <TaskTestEvidence detail={detail} candidate={candidate} groups={ofOthers} />
    </>
  );
}

function LogLinks({ detail, candidate, check }: { detail: FinishedRun; candidate: string; check: string }) {
  const logs = detail.captures.filter(
    (capture) => capture.check === check && (capture.candidate === null || capture.candidate === candidate),
  );
  if (logs.length === 0) return null;
  return (
    <p className="log-links">
      {logs.map((capture) => (
        <a
          key={capture.candidate ?? ''}
          data-row
          href={linkTo({ view: 'logs', run: detail.id, candidate: capture.candidate, check, stream: 'stdout', query: '' })}
        >
          {checkLabel(check)} log of {capture.candidate === null ? 'the base' : <SafeText text={capture.candidate} />}
        </a>
      ))}
    </p>
  );
}

function BuildEvidence({ build }: { build: BuildFacts }) {
  if (build.state !== 'measured') return <Unmeasured result={build} />;
  return (
    <>
      <p>The build {build.passed ? 'passes' : 'fails'}.</p>
      {build.targets.length > 0 && (
        <ul className="compact-list">
          {build.targets.map(({ name, passed }) => (
            <li key={name}>
              <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'pass' : 'fail'}</Badge> <SafeText text={name} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LintEvidence({ run, candidate, lint }: { run: string; candidate: string; lint: CandidateLint }) {
  if (lint.state !== 'measured') return <Unmeasured result={lint} />;
  const show = ({ path, line, rule, severity, message }: LintFinding) => (
    <>
      <Badge tone={severity === 'error' ? 'bad' : 'caution'}>{severity}</Badge>{' '}
      {path !== null && <FileLink run={run} candidate={candidate} place={{ path, start_line: line, end_line: null }} />}{' '}
      <SafeText text={message} />{' '}
      {rule !== null && (
        <span className="muted">
          <SafeText text={rule} />
        </span>
      )}
    </>
  );
  return (
    <>
      <p className="muted">
        {countText(lint.errors, 'error')} and {countText(lint.warnings, 'warning')} in total, compared by{' '}
        {lint.compared_by === 'identity' ? 'rule, path and message' : 'count only'}.
      </p>
      <EvidenceList title="New" tone="bad" items={lint.added} show={show} />
      <EvidenceList title="Resolved" tone="good" items={lint.resolved} show={show} />
    </>
  );
}

function SecurityEvidence({ security }: { security: CandidateSecurity }) {
  if (security.state !== 'measured') return <Unmeasured result={security} />;
  const show = (advisory: Advisory) => (
    <>
      <Badge tone="caution">{advisory.severity}</Badge> <SafeText text={advisory.id} />{' '}
      <SafeText text={`${advisory.package ?? ''} ${advisory.version ?? ''}`} /> <SafeText text={advisory.title} />
    </>
  );
  return (
    <>
      <EvidenceList title="New" tone="bad" items={security.added} show={show} />
      <EvidenceList title="Resolved" tone="good" items={security.resolved} show={show} />
    </>
  );
}

function AgentEvidence({ facts: { agent } }: { facts: CandidateFacts }) {
  if (agent === null) return <p className="muted">Hydra did not run this agent, so its duration and cost are unknown.</p>;
  const { duration_ms: duration, cost_usd: cost } = agent;
  const ending = endingOf(agent);
  return (
    <ul className="compact-list">
      <li>Duration: {duration === null ? 'unknown' : durationText(duration)}</li>
      <li>Cost: {cost === null ? 'unknown' : usdText(cost)}</li>
      <li>Ended: {ending !== null && <SafeText text={endingText(ending)} />}</li>
    </ul>
  );
}

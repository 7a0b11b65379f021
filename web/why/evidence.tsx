// What a dimension was computed from, down to the test, the finding, the file.
import type { ReactElement } from 'react';
import {
  type Advisory,
  type BuildFacts,
  type CandidateFacts,
  type CandidateLint,
  type CandidateSecurity,
  crossCheck,
  type DimensionId,
  type LintFinding,
} from '../../src/contract/index.ts';
import type { FinishedRun } from '../finished-run.ts';
import { countText, durationText } from '../number-text.ts';
import { Badge } from '../parts/badge.tsx';
import { EvidenceList } from '../parts/evidence-list.tsx';
import { PlaceLink } from '../parts/findings.tsx';
import { Plain } from '../parts/plain.tsx';
import { linkTo } from '../route.ts';
import { matrixGroups } from '../task-tests/matrix-groups.ts';
import { ChangeCoverageEvidence } from './change-coverage.tsx';
import { FileTable } from './file-table.tsx';
import { TaskTestEvidence } from './task-test-evidence.tsx';
import { TestEvidence } from './test-evidence.tsx';
import { Unmeasured } from './unmeasured.tsx';

interface EvidenceProps {
  detail: FinishedRun;
  candidate: string;
  id: DimensionId;
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

function EvidenceOf({ detail, facts, id }: { detail: FinishedRun; facts: CandidateFacts; id: DimensionId }): ReactElement {
  const logs = (check: string) => <LogLinks detail={detail} candidate={facts.name} check={check} />;
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

function CrossTestEvidence({ detail, candidate }: { detail: FinishedRun; candidate: string }) {
  const groups = matrixGroups(detail.scorecard.cross_tests ?? [], undefined);
  const ofOthers = groups.filter(({ check }) => check !== crossCheck(candidate));
  return (
    <>
      {ofOthers.length < groups.length && <p className="muted">Its own tests do not count for itself.</p>}
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
          {check} log of {capture.candidate === null ? 'the base' : <Plain text={capture.candidate} />}
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
        <ul className="plain-list">
          {build.targets.map(({ name, passed }) => (
            <li key={name}>
              <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'pass' : 'fail'}</Badge> <Plain text={name} />
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
      {path !== null && <PlaceLink run={run} candidate={candidate} place={{ path, start_line: line, end_line: null }} />}{' '}
      <Plain text={message} />{' '}
      {rule !== null && (
        <span className="muted">
          <Plain text={rule} />
        </span>
      )}
    </>
  );
  return (
    <>
      <p className="muted">
        {countText(lint.errors, 'error')} and {countText(lint.warnings, 'warning')} in all, compared by{' '}
        {lint.compared_by === 'identity' ? 'rule, path and message' : 'their counts alone'}.
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
      <Badge tone="caution">{advisory.severity}</Badge> <Plain text={advisory.id} />{' '}
      <Plain text={`${advisory.package ?? ''} ${advisory.version ?? ''}`} /> <Plain text={advisory.title} />
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
  if (agent === null) return <p className="muted">Hydra did not run this agent, so nothing is known about how it went.</p>;
  const { duration_ms: duration, cost_usd: cost, ended, exit_code: exitCode } = agent;
  return (
    <ul className="plain-list">
      <li>Duration: {duration === null ? 'unknown' : durationText(duration)}</li>
      <li>Cost: {cost === null ? 'unknown' : `${cost} USD`}</li>
      <li>
        Ended: {ended.replaceAll('_', ' ')}
        {exitCode !== null && `, exit code ${exitCode}`}
      </li>
    </ul>
  );
}

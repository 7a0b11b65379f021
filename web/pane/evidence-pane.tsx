// Why to trust or distrust a candidate: its findings, or what was checked without one.
import { coverageText, describeIndependentRun, type Facts, type Gate, type Ranking } from '../../src/contract/index.ts';
import { attributionTexts } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { failedGates } from '../format/labels.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { brokenTests } from '../ranking/reason.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { FindingGroups } from './finding-groups.tsx';

interface EvidencePaneProps {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
}

export function EvidencePane({ detail, ranking, source }: EvidencePaneProps) {
  const { agent, findings } = ranking;
  const key = JSON.stringify([detail.id, agent]);
  const { value: patch } = useLoaded(key, () => source.patch(detail.id, agent));
  const hasSuspicion = findings.some(({ severity }) => severity !== 'info');
  return (
    <>
      <FailedGates ranking={ranking} facts={detail.facts} />
      {!hasSuspicion && <p>No suspicious change was found.</p>}
      <FindingGroups run={detail.id} candidate={agent} findings={findings} patch={patch} />
      <Proof ranking={ranking} />
    </>
  );
}

/** Findings explain the gate of integrity, and often the one of changed code. */
function FailedGates({ ranking, facts }: { ranking: Ranking; facts: Facts }) {
  const isSaid = (id: string) =>
    id === 'integrity' || (id === 'changes_code' && ranking.findings.some((finding) => finding.severity === 'error'));
  const gates = failedGates(ranking).filter(({ id }) => !isSaid(id));
  if (gates.length === 0) return null;
  return (
    <ul className="compact-list">
      {gates.map((gate) => (
        <li key={gate.id} className="bad-text">
          <SafeText text={gateText(gate, ranking, facts)} />
        </li>
      ))}
    </ul>
  );
}

function gateText({ id, reason }: Gate, ranking: Ranking, facts: Facts): string {
  const broken = id === 'test_regression' ? brokenTests(ranking, facts) : null;
  return broken === null ? reason : `${reason}: ${broken}`;
}

/** What supports the result besides the tests themselves. */
function Proof({ ranking: { attribution, coverage, independent } }: { ranking: Ranking }) {
  const covered = coverage === undefined ? null : coverageText(coverage);
  const texts = [
    ...(attribution === undefined ? [] : attributionTexts(attribution)),
    ...(covered === null ? [] : [covered]),
    ...(independent === undefined ? [] : [`tests ${describeIndependentRun(independent)}`]),
  ];
  if (texts.length === 0) return null;
  return (
    <section className="proof">
      <h3>What was checked</h3>
      <ul className="compact-list">
        {texts.map((text) => (
          <li key={text}>
            <MessageText text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

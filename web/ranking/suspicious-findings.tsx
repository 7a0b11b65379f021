// Integrity findings of all candidates, the most severe first.
import type { IntegrityFinding, Ranking } from '../../src/contract/index.ts';
import { FindingList, SEVERITY_ORDER } from '../components/finding-list.tsx';
import { SafeText } from '../components/safe-text.tsx';
import './suspicious-findings.css';

/** Info findings are left out; the score details of each candidate list them. */
export function SuspiciousFindings({ run, rankings }: { run: string; rankings: readonly Ranking[] }) {
  const flagged = rankings
    .map(({ agent, findings }) => ({ agent, findings: findings.filter(({ severity }) => severity !== 'info') }))
    .filter(({ findings }) => findings.length > 0);
  flagged.sort((a, b) => worstOf(a.findings) - worstOf(b.findings));
  if (flagged.length === 0) return null;
  return (
    <section className="suspicious-findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Suspicious changes</h2>
      {flagged.map(({ agent, findings }) => (
        <div key={agent} className="flagged-candidate" data-candidate={agent}>
          <h3>
            <SafeText text={agent} />
          </h3>
          <FindingList run={run} candidate={agent} findings={findings} />
        </div>
      ))}
    </section>
  );
}

function worstOf(findings: readonly IntegrityFinding[]): number {
  return Math.min(...findings.map(({ severity }) => SEVERITY_ORDER[severity]));
}

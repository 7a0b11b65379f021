// New tests that do not count, grouped by the reason.
import type { CrossTestRow } from '../../src/contract/index.ts';
import { authorText, hasVote, NO_VOTE_REASONS } from '../../src/text/index.ts';
import { EvidenceList } from '../components/evidence-list.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { shownTestName } from '../format/test-name.ts';

export function UncountedTests({ rows }: { rows: readonly CrossTestRow[] }) {
  const count = rows.filter((row) => !hasVote(row)).length;
  if (count === 0) return null;
  return (
    <details className="uncounted-tests">
      <summary>{countText(count, 'test')} not counted</summary>
      {Object.entries(NO_VOTE_REASONS).map(([standing, why]) => (
        <EvidenceList
          key={standing}
          title={`They ${why}`}
          tone="quiet"
          items={rows.filter((row) => row.standing === standing)}
          show={(row) => (
            <>
              <SafeText text={shownTestName(row.id)} />{' '}
              <span className="muted">
                by <SafeText text={authorText(row)} />
              </span>
            </>
          )}
        />
      ))}
    </details>
  );
}

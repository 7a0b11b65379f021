// Web: new tests that count for nothing, by the reason.
import { authorText, type CrossTestRow, hasVote, NO_VOTE_REASONS } from '../../src/contract/index.ts';
import { countText } from '../number-text.ts';
import { EvidenceList } from '../parts/evidence-list.tsx';
import { Plain } from '../parts/plain.tsx';

export function WithoutVote({ rows }: { rows: readonly CrossTestRow[] }) {
  const count = rows.filter((row) => !hasVote(row)).length;
  if (count === 0) return null;
  return (
    <details className="without-vote">
      <summary>{countText(count, 'test')} without a vote</summary>
      {Object.entries(NO_VOTE_REASONS).map(([standing, why]) => (
        <EvidenceList
          key={standing}
          title={`They ${why}`}
          tone="quiet"
          items={rows.filter((row) => row.standing === standing)}
          show={(row) => (
            <>
              <Plain text={row.id} />{' '}
              <span className="muted">
                by <Plain text={authorText(row)} />
              </span>
            </>
          )}
        />
      ))}
    </details>
  );
}

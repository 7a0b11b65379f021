// What a person should know before merging, with the lines of the diff it is about.
import type { IntegrityFinding, Place, Ranking } from '../../src/contract/index.ts';
import { linkTo } from '../route.ts';
import { Badge, toneOf } from './badge.tsx';
import { Plain } from './plain.tsx';
import { wordsOf } from './words.ts';

const ORDER = { error: 0, warning: 1, info: 2 };

/** Of all candidates, the worst first; what is only worth knowing stands with each candidate's arithmetic. */
export function Findings({ run, rankings }: { run: string; rankings: readonly Ranking[] }) {
  const suspects = rankings
    .map(({ agent, findings }) => ({ agent, findings: findings.filter(({ severity }) => severity !== 'info') }))
    .filter(({ findings }) => findings.length > 0);
  suspects.sort((a, b) => worstOf(a.findings) - worstOf(b.findings));
  if (suspects.length === 0) return null;
  return (
    <section className="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">What looks suspicious</h2>
      {suspects.map(({ agent, findings }) => (
        <div key={agent} className="suspect" data-candidate={agent}>
          <h3>
            <Plain text={agent} />
          </h3>
          <FindingList run={run} candidate={agent} findings={findings} />
        </div>
      ))}
    </section>
  );
}

function worstOf(findings: readonly IntegrityFinding[]): number {
  return Math.min(...findings.map(({ severity }) => ORDER[severity]));
}

interface FindingListProps {
  run: string;
  candidate: string;
  findings: readonly IntegrityFinding[];
}

export function FindingList({ run, candidate, findings }: FindingListProps) {
  const worstFirst = findings.map((finding, index) => ({ finding, index }));
  worstFirst.sort((a, b) => ORDER[a.finding.severity] - ORDER[b.finding.severity] || a.index - b.index);
  return (
    <ul className="finding-list">
      {worstFirst.map(({ finding, index }) => (
        <li key={index}>
          <Badge tone={toneOf(finding.severity)}>{finding.severity}</Badge>
          <div>
            <strong>{wordsOf(finding.id)}</strong>
            {finding.place !== null && (
              <>
                {' at '}
                <PlaceLink run={run} candidate={candidate} place={finding.place} />
              </>
            )}
            {/* It is about the change as a whole; what is only worth knowing need not be looked up. */}
            {finding.place === null && finding.severity !== 'info' && (
              <>
                {' in '}
                <a className="in-words" data-row href={linkTo({ view: 'diff', run, candidate, other: null, file: null })}>
                  its diff
                </a>
              </>
            )}
            <p>
              <Plain text={finding.message} />
            </p>
            {finding.how_to_allow !== null && (
              <p className="muted small">
                To allow it: <Plain text={finding.how_to_allow} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function PlaceLink({ run, candidate, place }: { run: string; candidate: string; place: Place }) {
  const { path, start_line: start, end_line: end } = place;
  const lines = start === null ? '' : `:${start}${end === null || end === start ? '' : `-${end}`}`;
  return (
    <a className="place" data-row href={linkTo({ view: 'diff', run, candidate, other: null, file: path })}>
      <Plain text={path} />
      {lines}
    </a>
  );
}

// Integrity findings of one candidate, each with a link to the lines or the diff that it is about.
import type { IntegrityFinding, Place } from '../../src/contract/index.ts';
import { idLabel } from '../format/labels.ts';
import { linkTo } from '../route.ts';
import { Badge, toneOf } from './badge.tsx';
import { SafeText } from './safe-text.tsx';
import './finding-list.css';

export const SEVERITY_ORDER = { error: 0, warning: 1, info: 2 };

interface FindingListProps {
  run: string;
  candidate: string;
  findings: readonly IntegrityFinding[];
}

export function FindingList({ run, candidate, findings }: FindingListProps) {
  const worstFirst = findings.map((finding, index) => ({ finding, index }));
  worstFirst.sort((a, b) => SEVERITY_ORDER[a.finding.severity] - SEVERITY_ORDER[b.finding.severity] || a.index - b.index);
  return (
    <ul className="finding-list">
      {worstFirst.map(({ finding, index }) => (
        <li key={index}>
          <Badge tone={toneOf(finding.severity)}>{finding.severity}</Badge>
          <div>
            <strong>{idLabel(finding.id)}</strong>
            {finding.place !== null && (
              <>
                {' at '}
                <FileLink run={run} candidate={candidate} place={finding.place} />
              </>
            )}
            {/* A finding about the whole change links to the diff; an info finding needs no link. */}
            {finding.place === null && finding.severity !== 'info' && (
              <>
                {' in '}
                <a className="inline-link" data-row href={linkTo({ view: 'diff', run, candidate, other: null, file: null })}>
                  the diff
                </a>
              </>
            )}
            <p>
              <SafeText text={finding.message} />
            </p>
            {finding.how_to_allow !== null && (
              <p className="muted small">
                To allow this: <SafeText text={finding.how_to_allow} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface FileLinkProps {
  run: string;
  candidate: string;
  /** Without a side, a line of the candidate's file. */
  place: Place & { side?: 'old' | 'new' };
}

export function FileLink({ run, candidate, place }: FileLinkProps) {
  const { path, start_line: start, end_line: end, side } = place;
  const lines = start === null ? '' : `:${start}${end === null || end === start ? '' : `-${end}`}`;
  return (
    <a
      className="file-location"
      data-row
      href={linkTo({
        ...{ view: 'diff', run, candidate, other: null, file: path },
        ...(start === null ? {} : { line: start, ...(end === null || end <= start ? {} : { to: end }) }),
        ...(start === null || side === undefined ? {} : { side }),
      })}
    >
      <SafeText text={path} />
      {lines}
    </a>
  );
}

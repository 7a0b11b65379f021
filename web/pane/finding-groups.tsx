// The findings of a candidate by their trick, each with its lines of the diff.
import { useMemo } from 'react';
import type { DiffPlace, IntegrityFinding } from '../../src/contract/index.ts';
import { type Patch, parsePatch } from '../../src/patch/index.ts';
import { foldFindings, visibleText } from '../../src/text/index.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { FileLink } from '../components/file-link.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { checkLabel, idLabel } from '../format/labels.ts';
import { countText } from '../format/numbers.ts';
import { linkTo } from '../route.ts';
import { type Excerpt, excerptsAt } from './diff-excerpt.ts';
import { ExcerptLines } from './excerpt-lines.tsx';
import './finding-groups.css';

interface FindingGroupsProps {
  run: string;
  candidate: string;
  findings: readonly IntegrityFinding[];
  /** Null while it is loaded, or where it cannot be. */
  patch: string | null;
}

export function FindingGroups({ run, candidate, findings, patch }: FindingGroupsProps) {
  const parsed = useMemo(() => (patch === null ? null : parsePatch(patch)), [patch]);
  const suspicious = foldFindings(findings.filter(({ severity }) => severity !== 'info'));
  const notes = findings.filter(({ severity }) => severity === 'info');
  return (
    <>
      {suspicious.map(({ cause, findings: own }) => (
        <section key={cause} className="finding-group">
          <h3>
            <Badge tone={toneOf(own[0]?.severity ?? 'warning')}>{own[0]?.severity}</Badge> {cause}
          </h3>
          {withExcerpts(own, parsed).map(({ finding, excerpts }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two findings may be equal.
            <OneFinding key={index} run={run} candidate={candidate} finding={finding} excerpts={excerpts} />
          ))}
          <HowToAllow findings={own} />
        </section>
      ))}
      {notes.length > 0 && (
        <details>
          <summary>{countText(notes.length, 'note')}</summary>
          <ul className="compact-list small">
            {notes.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two findings may be equal.
              <li key={index}>
                {finding.place !== null && (
                  <>
                    <FileLink run={run} candidate={candidate} place={finding.place} />{' '}
                  </>
                )}
                <SafeText text={finding.message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Findings of older runs have no places of their own. */
function placesOf({ places, place }: IntegrityFinding): DiffPlace[] {
  if (places !== undefined) return places;
  return place === null ? [] : [{ ...place, side: 'new' }];
}

interface ShownFinding {
  finding: IntegrityFinding;
  /** Null if findings above show the same lines. */
  excerpts: Excerpt[] | null;
}

/** Several rules may see the same lines; they are shown once. */
function withExcerpts(findings: readonly IntegrityFinding[], patch: Patch | null): ShownFinding[] {
  const seen = new Set<unknown>();
  return findings.map((finding) => {
    const all = patch === null ? [] : excerptsAt(patch, placesOf(finding));
    const fresh = all.filter(({ lines: [first] }) => !seen.has(first));
    for (const { lines } of fresh) for (const line of lines) seen.add(line);
    return { finding, excerpts: all.length > 0 && fresh.length === 0 ? null : fresh };
  });
}

const MAX_EXCERPTS = 3;

interface OneFindingProps {
  run: string;
  candidate: string;
  finding: IntegrityFinding;
  excerpts: readonly Excerpt[] | null;
}

function OneFinding({ run, candidate, finding, excerpts }: OneFindingProps) {
  const { message, check, place } = finding;
  return (
    <div className="finding">
      <p title={visibleText(message)}>
        <SafeText text={message} />
      </p>
      {check !== undefined && (
        <a
          className="inline-link"
          href={linkTo({ view: 'logs', run, candidate, check, stream: 'stdout', query: '' })}
        >{`${checkLabel(check)} log`}</a>
      )}
      {check === undefined && excerpts?.length === 0 && place === null && (
        <a className="inline-link" href={linkTo({ view: 'diff', run, candidate, other: null, file: null })}>
          Diff
        </a>
      )}
      {check === undefined && excerpts?.length === 0 && place !== null && (
        <FileLink run={run} candidate={candidate} place={place} />
      )}
      {excerpts?.slice(0, MAX_EXCERPTS).map((excerpt) => (
        <figure key={`${excerpt.path}:${excerpt.side}:${excerpt.line}`}>
          <figcaption>
            <FileLink
              run={run}
              candidate={candidate}
              place={{ path: excerpt.path, side: excerpt.side, start_line: excerpt.line, end_line: null }}
            />
          </figcaption>
          <ExcerptLines lines={excerpt.lines} />
        </figure>
      ))}
      {excerpts !== null && excerpts.length > MAX_EXCERPTS && (
        <p className="muted small">and {countText(excerpts.length - MAX_EXCERPTS, 'more place', 'more places')} in the diff</p>
      )}
    </div>
  );
}

function HowToAllow({ findings }: { findings: readonly IntegrityFinding[] }) {
  const ways = new Map(findings.flatMap(({ id, how_to_allow: how }) => (how === null ? [] : [[id, how] as const])));
  if (ways.size === 0) return null;
  return (
    <details>
      <summary>How to allow this</summary>
      <ul className="compact-list small">
        {[...ways].map(([id, how]) => (
          <li key={id}>
            {idLabel(id)}: <SafeText text={how} />
          </li>
        ))}
      </ul>
    </details>
  );
}

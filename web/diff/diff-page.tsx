// A candidate against the base, or against another candidate.
import type { ChangedFile, Ranking } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { wordsOf } from '../format/labels.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo, type Route } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { DiffView } from './diff-view.tsx';
import { groupsOfTwo } from './file-groups.ts';
import { isTestPath } from './test-paths.ts';

interface DiffPageProps {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
  route: Extract<Route, { view: 'diff' }>;
}

export function DiffPage({ detail, ranking, source, route }: DiffPageProps) {
  const { run, candidate, other } = route;
  const others = detail.scorecard.rankings.map(({ agent }) => agent).filter((agent) => agent !== candidate);
  const key = JSON.stringify([run, candidate, other]);
  const {
    value: patch,
    error,
    reload,
  } = useLoaded(key, () =>
    other === null
      ? source.patch(run, candidate)
      : // What the candidate has and the other has not is what was added.
        source.patchBetween(run, other, candidate),
  );
  const facts = detail.facts.candidates.find(({ name }) => name === candidate);
  const files = facts?.diff.files ?? [];
  const otherFiles = detail.facts.candidates.find(({ name }) => name === other)?.diff.files ?? [];
  const marks = {
    testPaths: [...files, ...otherFiles].map(({ path }) => path).filter(isTestPath),
    findings: other === null ? ranking.findings : [],
    classes: new Map([...otherFiles, ...files].map((file) => [file.path, file.class])),
  };
  const groups =
    other === null ? [] : groupsOfTwo({ name: candidate, paths: pathsOf(files) }, { name: other, paths: pathsOf(otherFiles) });
  return (
    <div className="diff-page" data-candidate={candidate}>
      <div className="view-header">
        <h1>
          <SafeText text={candidate} /> <span className="muted">against</span>{' '}
          <select
            aria-label="Against"
            value={other ?? ''}
            onChange={({ target }) => {
              location.hash = linkTo({ ...route, other: target.value === '' ? null : target.value, file: null });
            }}
          >
            <option value="">the base</option>
            {others.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </h1>
      </div>
      {other === null && <UnplacedFindings findings={ranking.findings} />}
      {patch === null && error === null && <Skeleton lines={14} label="Loading the diff" />}
      {patch === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {patch !== null && patch.trim() === '' && <p className="note">There is no difference.</p>}
      {patch !== null && patch.trim() !== '' && (
        <DiffView key={key} patch={patch} marks={marks} groups={groups} fileHint={route.file} />
      )}
    </div>
  );
}

/** What is held against the change as a whole; all other findings stand at their lines. */
function UnplacedFindings({ findings }: { findings: Ranking['findings'] }) {
  const unplaced = findings.filter(({ place, severity }) => place === null && severity !== 'info');
  if (unplaced.length === 0) return null;
  return (
    <ul className="change-findings" aria-label="About the whole change">
      {unplaced.map(({ id, severity, message }) => (
        <li key={id + message}>
          <Badge tone={toneOf(severity)}>{severity}</Badge> <strong>{wordsOf(id)}</strong> <SafeText text={message} />
        </li>
      ))}
    </ul>
  );
}

/** A patch is made without renames, so a file that moved is in it twice. */
function pathsOf(files: readonly ChangedFile[]): string[] {
  return files.flatMap(({ path, old_path: old }) => (old === null ? [path] : [path, old]));
}

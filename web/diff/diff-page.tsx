// The diff of a candidate against the base or against another candidate.
import type { ChangedFile, Ranking } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { idLabel } from '../format/labels.ts';
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
      : // From the other candidate to this one, so that lines only in this one are shown as added.
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
            aria-label="Compare against"
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
      {other === null && <ChangeFindings findings={ranking.findings} />}
      {patch === null && error === null && <Skeleton lines={14} label="Loading the diff" />}
      {patch === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {patch !== null && patch.trim() === '' && <p className="note">No differences.</p>}
      {patch !== null && patch.trim() !== '' && (
        <DiffView key={key} patch={patch} marks={marks} groups={groups} fileHint={route.file} />
      )}
    </div>
  );
}

/** Findings about the whole change; the diff shows the others at their lines. */
function ChangeFindings({ findings }: { findings: Ranking['findings'] }) {
  const shown = findings.filter(({ place, severity }) => place === null && severity !== 'info');
  if (shown.length === 0) return null;
  return (
    <ul className="change-findings" aria-label="Findings about the whole change">
      {shown.map(({ id, severity, message }) => (
        <li key={id + message}>
          <Badge tone={toneOf(severity)}>{severity}</Badge> <strong>{idLabel(id)}</strong> <SafeText text={message} />
        </li>
      ))}
    </ul>
  );
}

/** Patches have no renames, so a renamed file is in them with both paths. */
function pathsOf(files: readonly ChangedFile[]): string[] {
  return files.flatMap(({ path, old_path: old }) => (old === null ? [path] : [path, old]));
}

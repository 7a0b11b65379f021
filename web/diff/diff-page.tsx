// The diff of a candidate against the base or against another candidate.
import type { ChangedFile, Ranking } from '../../src/contract/index.ts';
import { causeOf } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo, type Route } from '../route.ts';
import { CandidateSelect } from '../run/candidate-select.tsx';
import type { FinishedRun } from '../run/finished-run.ts';
import { ConsensusPage } from './consensus-page.tsx';
import { DiffView } from './diff-view.tsx';
import { placesOf } from './lines/attach-findings.ts';
import type { DiffPlace } from './lines/diff-place.ts';
import { groupsOfTwo } from './lines/file-groups.ts';
import { isTestPath } from './lines/test-paths.ts';

interface DiffPageProps {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
  route: Extract<Route, { view: 'diff' }>;
}

export function DiffPage(props: DiffPageProps) {
  const { run, candidate, all } = props.route;
  const names = props.detail.scorecard.rankings.map(({ agent }) => agent);
  return all ? (
    <ConsensusPage run={run} candidate={candidate} names={names} source={props.source} />
  ) : (
    <CandidateDiff {...props} />
  );
}

function CandidateDiff({ detail, ranking, source, route }: DiffPageProps) {
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
    ...(other === null ? {} : { names: { old: other, new: candidate } }),
  };
  const readFile = source.file;
  const groups =
    other === null ? [] : groupsOfTwo({ name: candidate, paths: pathsOf(files) }, { name: other, paths: pathsOf(otherFiles) });
  const hasDiff = patch !== null && patch.trim() !== '';
  const title = <DiffTitle detail={detail} route={route} others={others} />;
  return (
    <div className="diff-page fills-window" data-candidate={candidate}>
      {other === null && <ChangeFindings findings={ranking.findings} />}
      {!hasDiff && <div className="diff-bar">{title}</div>}
      {patch === null && error === null && <Skeleton lines={14} label="Loading the diff" />}
      {patch === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {patch !== null && !hasDiff && <p className="note">No differences.</p>}
      {patch !== null && hasDiff && (
        <DiffView
          key={key}
          {...{ patch, marks, groups, title, place: placeOfRoute(route), owner: key }}
          sides={{ old: other ?? 'base', new: candidate }}
          linkToPlace={(place) => linkTo({ view: 'diff', run, candidate, other, ...place })}
          readFile={readFile === null ? null : (path) => readFile(run, candidate, path)}
        />
      )}
    </div>
  );
}

function placeOfRoute({ file, line, to, side }: DiffPageProps['route']): DiffPlace | null {
  if (file === null) return null;
  return { file, ...(line && { line }), ...(to && { to }), ...(side && { side }) };
}

interface DiffTitleProps {
  detail: FinishedRun;
  route: DiffPageProps['route'];
  others: readonly string[];
}

function DiffTitle({ detail, route, others }: DiffTitleProps) {
  const { run, candidate, other } = route;
  return (
    <h1 className="diff-title">
      <CandidateSelect detail={detail} route={route} /> <span className="muted">against</span>{' '}
      <select
        aria-label="Compare against"
        value={other ?? ''}
        onChange={({ target }) => {
          location.hash = linkTo({ view: 'diff', run, candidate, other: target.value === '' ? null : target.value, file: null });
        }}
      >
        <option value="">the base</option>
        {others.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {others.length > 0 && (
        <a className="compare-all" href={linkTo({ view: 'diff', run, candidate, other: null, file: null, all: true })}>
          Compare all
        </a>
      )}
    </h1>
  );
}

/** Findings about the whole change; the diff shows the others at their lines. */
function ChangeFindings({ findings }: { findings: Ranking['findings'] }) {
  const shown = findings.filter((finding) => placesOf(finding).length === 0 && finding.severity !== 'info');
  if (shown.length === 0) return null;
  return (
    <details className="change-findings">
      <summary>
        {shown.map(({ id, severity, message }) => (
          <span key={id + message} className="change-finding">
            <Badge tone={toneOf(severity)}>{severity}</Badge> {causeOf({ id })}
          </span>
        ))}
      </summary>
      <ul aria-label="Findings about the whole change">
        {shown.map(({ id, message }) => (
          <li key={id + message}>
            <strong>{causeOf({ id })}</strong> <SafeText text={message} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Patches have no renames, so a renamed file is in them with both paths. */
function pathsOf(files: readonly ChangedFile[]): string[] {
  return files.flatMap(({ path, old_path: old }) => (old === null ? [path] : [path, old]));
}

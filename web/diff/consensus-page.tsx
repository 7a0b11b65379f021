// All candidates side by side: a table of the places that they changed, with the same letter for the same change.
import { Fragment, useMemo, useState } from 'react';
import { parsePatch } from '../../src/patch/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { visibleLine } from '../format/visible-line.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo } from '../route.ts';
import { type ChangedPlace, commonIndent, compareCandidates, type FileConsensus, type Version } from './lines/consensus.ts';
import './consensus-page.css';

interface ConsensusPageProps {
  run: string;
  /** The candidate whose diff the page leads back to. */
  candidate: string;
  names: readonly string[];
  source: DataSource;
}

export function ConsensusPage({ run, candidate, names, source }: ConsensusPageProps) {
  const { value, error, reload } = useLoaded(JSON.stringify([run, names]), () =>
    Promise.all(names.map(async (name) => ({ name, files: parsePatch(await source.patch(run, name)).files }))),
  );
  const files = useMemo(() => (value === null ? null : compareCandidates(value)), [value]);
  return (
    <div className="consensus-page" data-candidate={candidate}>
      <div className="view-header">
        <h1>All candidates</h1>
        <a href={linkTo({ view: 'diff', run, candidate, other: null, file: null })}>
          Diff of <SafeText text={candidate} />
        </a>
      </div>
      {files === null && error === null && <Skeleton lines={10} label="Loading the diffs" />}
      {files === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {files !== null && files.length === 0 && <p className="note">No candidate changed anything.</p>}
      {files !== null && files.length > 0 && <ConsensusTable run={run} names={names} files={files} />}
    </div>
  );
}

/** Which places are shown. */
const FILTERS = {
  all: { text: 'All changes', has: () => true },
  common: { text: 'In common', has: ({ versions }: ChangedPlace) => versions.some(({ changes }) => changes.length > 1) },
  split: { text: 'Different', has: ({ versions }: ChangedPlace) => versions.length > 1 },
} as const;
type Filter = keyof typeof FILTERS;

/** More rows make the page slow; a button shows the next ones. */
const MAX_PLACES = 200;

function ConsensusTable({ run, names, files }: { run: string; names: readonly string[]; files: readonly FileConsensus[] }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [limit, setLimit] = useState(MAX_PLACES);
  const places = files.flatMap((file) => file.places);
  const count = (name: Filter) => places.filter(FILTERS[name].has).length;
  const shown = limitPlaces(files, FILTERS[filter].has, limit);
  const hidden = count(filter) - shown.reduce((sum, file) => sum + file.places.length, 0);
  return (
    <>
      <p className="consensus-note muted">
        Candidates with the same letter in a row made the same change, apart from whitespace.
      </p>
      <fieldset className="switch consensus-filter">
        <legend className="visually-hidden">Places to show</legend>
        {(Object.keys(FILTERS) as Filter[]).map((name) => (
          <label key={name}>
            <input type="radio" name="consensus" checked={filter === name} onChange={() => setFilter(name)} />
            <span>
              {FILTERS[name].text} {count(name).toLocaleString('en')}
            </span>
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
      <section className="scroll-x" aria-label="Changes by candidate" tabIndex={0}>
        <table className="consensus">
          <thead>
            <tr>
              <th scope="col">change</th>
              {names.map((name) => (
                <th key={name} scope="col" title={name}>
                  <span className="candidate-name">
                    <SafeText text={name} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((file) => (
            <FileRows key={file.path} run={run} names={names} file={file} />
          ))}
        </table>
      </section>
      {hidden > 0 && (
        <button type="button" className="quiet" onClick={() => setLimit(limit + MAX_PLACES)}>
          Show more of {hidden.toLocaleString('en')} hidden changes
        </button>
      )}
    </>
  );
}

/** Files without a place stay only while all places are shown. */
function limitPlaces(files: readonly FileConsensus[], has: (place: ChangedPlace) => boolean, limit: number): FileConsensus[] {
  let left = limit;
  return files.flatMap((file) => {
    const places = file.places.filter(has).slice(0, left);
    left -= places.length;
    return places.length > 0 || (file.places.length === 0 && has === FILTERS.all.has) ? [{ ...file, places }] : [];
  });
}

function FileRows({ run, names, file }: { run: string; names: readonly string[]; file: FileConsensus }) {
  return (
    <tbody>
      <tr className="consensus-file">
        <th scope="rowgroup" colSpan={names.length + 1}>
          <code>
            <SafeText text={file.path} />
          </code>{' '}
          <span className="muted">
            {file.changedBy.length} of {names.length}
            {file.places.length === 0 && ', no text to compare'}
          </span>
        </th>
      </tr>
      {file.places.map((place) => (
        <PlaceRows key={place.line} run={run} names={names} path={file.path} place={place} />
      ))}
    </tbody>
  );
}

interface PlaceRowsProps {
  run: string;
  names: readonly string[];
  path: string;
  place: ChangedPlace;
}

/** A, B, C; after Z the letters start again with a number. */
function letterOf(index: number): string {
  return String.fromCharCode(65 + (index % 26)) + (index < 26 ? '' : Math.floor(index / 26));
}

function PlaceRows({ run, names, path, place }: PlaceRowsProps) {
  const { versions } = place;
  const [isOpen, setOpen] = useState(versions.length > 1);
  const [first] = versions;
  const text = [...(first?.added ?? []), ...(first?.removed ?? [])].find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '';
  return (
    <>
      <tr className={versions.length > 1 ? 'is-split' : ''}>
        <th scope="row">
          <button type="button" className="place" data-row aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span className="fold-sign" aria-hidden="true" />
            <span className="number muted">{place.line}</span>
            <code dir="ltr">{visibleLine(text.trim().slice(0, 200))}</code>
          </button>
        </th>
        {names.map((name) => (
          <VersionCell key={name} {...{ run, name, path, versions }} />
        ))}
      </tr>
      {isOpen && (
        <tr className="consensus-code">
          <td colSpan={names.length + 1}>
            <div className="versions">
              {versions.map((version, index) => (
                <VersionCode key={version.changes[0]?.name} letter={letterOf(index)} version={version} />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

interface VersionCellProps {
  run: string;
  name: string;
  path: string;
  versions: readonly Version[];
}

function VersionCell({ run, name, path, versions }: VersionCellProps) {
  const index = versions.findIndex(({ changes }) => changes.some((change) => change.name === name));
  const change = versions[index]?.changes.find((one) => one.name === name);
  if (change === undefined)
    return (
      <td className="unchanged" title="not changed">
        –
      </td>
    );
  const { line, side } = change;
  const href = linkTo({ view: 'diff', run, candidate: name, other: null, file: path, line, ...(side === 'old' ? { side } : {}) });
  return (
    <td className={`version-${Math.min(index, 3)}`}>
      <a href={href} aria-label={`version ${letterOf(index)}, in the diff of ${name}`}>
        {letterOf(index)}
      </a>
    </td>
  );
}

const MAX_LINES = 14;

function VersionCode({ letter, version }: { letter: string; version: Version }) {
  const { removed, added, changes } = version;
  const indent = commonIndent([...removed, ...added]);
  const lines = [
    ...removed.map((text) => ({ kind: 'removed', text: text.slice(indent) })),
    ...added.map((text) => ({ kind: 'added', text: text.slice(indent) })),
  ];
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, MAX_LINES);
  return (
    <figure className="version">
      <figcaption>
        <strong>{letter}</strong>{' '}
        {changes.map(({ name }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <SafeText text={name} />
          </Fragment>
        ))}
      </figcaption>
      <pre>
        {shown.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a version never change their order.
          <span key={index} className={`version-line is-${kind}`}>
            {`${kind === 'added' ? '+' : '-'} ${visibleLine(text.slice(0, 2000))}\n`}
          </span>
        ))}
      </pre>
      {shown.length < lines.length && (
        <button type="button" className="row-tool" onClick={() => setWhole(true)}>
          Show {(lines.length - shown.length).toLocaleString('en')} more lines
        </button>
      )}
    </figure>
  );
}

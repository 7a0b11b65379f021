// The bar above a diff: what is compared, its size, the marked lines, the layout and the search.
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { visibleLine } from '../../format/visible-line.ts';
import type { DiffLayout } from '../hooks/use-diff-layout.ts';
import type { ShownFile } from '../lines/diff-lines.ts';
import type { DiffPlace } from '../lines/diff-place.ts';
import type { SideSigns } from '../lines/side-signs.ts';
import { LineCounts } from './line-counts.tsx';

interface DiffBarProps {
  title: ReactNode;
  files: readonly ShownFile[];
  unreadLines: number;
  viewedCount: number;
  signs: SideSigns;
  layout: DiffLayout;
  /** Null where the window is too narrow for two sides. */
  isSplit: boolean | null;
  search: Parameters<typeof SearchBox>[0];
  children?: ReactNode;
}

export function DiffBar({ title, files, unreadLines, viewedCount, signs, layout, isSplit, search, children }: DiffBarProps) {
  return (
    <div className="diff-bar">
      {title}
      <Summary files={files} unreadLines={unreadLines} viewedCount={viewedCount} signs={signs} />
      {children}
      {isSplit !== null && <ModeSwitch isSplit={isSplit} onChange={layout.setSplit} />}
      <label className="check">
        <input type="checkbox" checked={layout.wraps} onChange={({ target }) => layout.setWraps(target.checked)} /> Wrap lines
      </label>
      <SearchBox {...search} />
    </div>
  );
}

type SummaryProps = Pick<DiffBarProps, 'files' | 'unreadLines' | 'viewedCount' | 'signs'>;

function Summary({ files, unreadLines, viewedCount, signs }: SummaryProps) {
  const sum = (pick: (file: ShownFile) => number) => files.reduce((total, file) => total + pick(file), 0);
  const folded = files.filter(({ foldedBecause }) => foldedBecause !== null).length;
  return (
    <p className="diff-summary">
      {files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`}{' '}
      <LineCounts file={{ added: sum(({ file }) => file.added), removed: sum(({ file }) => file.removed) }} signs={signs} />
      {viewedCount > 0 && <span className="muted"> {viewedCount.toLocaleString('en')} viewed</span>}
      {folded > 0 && <span className="muted"> {folded.toLocaleString('en')} folded</span>}
      {unreadLines > 0 && (
        <span className="bad-text"> {unreadLines.toLocaleString('en')} lines of the patch could not be read</span>
      )}
    </p>
  );
}

function ModeSwitch({ isSplit, onChange }: { isSplit: boolean; onChange: (isSplit: boolean) => void }) {
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">Diff layout</legend>
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input type="radio" name="diff-mode" checked={isSplit === value} onChange={() => onChange(value)} />
          <span>{value ? 'Side by side' : 'Unified'}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PlaceStatusProps {
  place: DiffPlace | null;
  isFound: boolean;
  linkToPlace: ((place: DiffPlace) => string) | null;
}

/** The marked lines, or that the diff does not contain them. */
export function PlaceStatus({ place, isFound, linkToPlace }: PlaceStatusProps) {
  if (place?.line === undefined) return null;
  const name = visibleLine(place.file).replace(/^.*\//, '');
  const lines = `${place.line}${place.to === undefined ? '' : `-${place.to}`}`;
  return (
    <p className="place-status" role="status">
      <span>
        <bdi>{name}</bdi>:{lines}
        {!isFound && <span className="bad-text"> is not in this diff</span>}
      </span>
      {isFound && linkToPlace !== null && <CopyButton text={() => new URL(linkToPlace(place), location.href).href} what="link" />}
    </p>
  );
}

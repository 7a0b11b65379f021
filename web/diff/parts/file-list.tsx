// The list of files of a diff, to jump to one of them.
import { Badge, toneOf } from '../../components/badge.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { visibleLine } from '../../format/visible-line.ts';
import type { ShownFile } from '../lines/diff-lines.ts';
import type { FileGroup } from '../lines/diff-rows.ts';
import type { SideSigns } from '../lines/side-signs.ts';
import { LineCounts } from './line-counts.tsx';

const ROW_HEIGHT = 26;

interface FileListProps {
  groups: readonly FileGroup[];
  current: ShownFile | null;
  signs: SideSigns;
  isViewed: (file: ShownFile) => boolean;
  onPick: (file: ShownFile) => void;
}

export function FileList({ groups, current, signs, isViewed, onPick }: FileListProps) {
  const rows = groups.flatMap(({ title, files }) => [...(title === '' ? [] : [title]), ...files]);
  return (
    <VirtualList
      className="file-list"
      label="Files"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      renderRow={(index) => {
        const row = rows[index];
        if (row === undefined) return null;
        if (typeof row === 'string') {
          return (
            <div key={index} className="file-group" title={visibleLine(row)}>
              <bdi>{visibleLine(row)}</bdi>
            </div>
          );
        }
        return (
          <FileLink
            key={index}
            file={row}
            isCurrent={row === current}
            isViewed={isViewed(row)}
            signs={signs}
            onPick={() => onPick(row)}
          />
        );
      }}
    />
  );
}

interface FileLinkProps {
  file: ShownFile;
  isCurrent: boolean;
  isViewed: boolean;
  signs: SideSigns;
  onPick: () => void;
}

function FileLink({ file, isCurrent, isViewed, signs, onPick }: FileLinkProps) {
  const path = visibleLine(file.path);
  const slash = path.lastIndexOf('/') + 1;
  return (
    <button type="button" data-row className="file-link" title={path} aria-current={isCurrent} onClick={onPick}>
      <span className="file-name">
        <span className="folder">
          <bdi>{path.slice(0, slash)}</bdi>
        </span>
        <bdi className={`is-${file.file.status}`}>{path.slice(slash)}</bdi>
      </span>
      {isViewed && (
        <span className="muted" role="img" aria-label="viewed">
          ✓
        </span>
      )}
      {file.worst !== null && file.worst !== 'info' && <Badge tone={toneOf(file.worst)}>!</Badge>}
      {file.isTest && <Badge tone="quiet">test</Badge>}
      <LineCounts file={file.file} signs={signs} />
    </button>
  );
}

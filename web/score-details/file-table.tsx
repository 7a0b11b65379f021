// The changed files, and how many of their lines count.
import type { ChangedFile, Policy } from '../../src/contract/index.ts';
import { changedLines, churnOf } from '../../src/scoring/index.ts';
import { FileLink } from '../components/file-link.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';

interface FileTableProps {
  run: string;
  candidate: string;
  files: readonly ChangedFile[];
  limits: Policy['scoring']['diff_scope'];
}

const MAX_SHOWN = 500;

const HOW_COUNTED: Record<FileTableProps['limits']['normalize'], string> = {
  whitespace: 'White space is not counted.',
  syntax: 'Lines with a changed token are counted, in one layout for all texts, and moved lines once.',
  none: 'White space is counted.',
};

export function FileTable({ run, candidate, files, limits }: FileTableProps) {
  const reviewed = files.filter((file) => file.class === 'source');
  const churn = churnOf(reviewed, limits.normalize);
  const isOver = churn > limits.max_churn_soft || reviewed.length > limits.max_files_soft;
  const largestFirst = files.toSorted((a, b) => countedLines(b, limits) - countedLines(a, limits));
  return (
    <>
      <p className={isOver ? 'note bad-note' : ''}>
        {isOver && <strong>Above a soft limit: </strong>}
        {countText(churn, 'counted line')} in {countText(reviewed.length, 'reviewed file')}; the soft limits are{' '}
        {limits.max_churn_soft} lines and {limits.max_files_soft} files. {HOW_COUNTED[limits.normalize]}
      </p>
      <div className="scroll-x">
        <table className="files">
          <thead>
            <tr>
              <th scope="col">file</th>
              <th scope="col">change</th>
              <th scope="col">added</th>
              <th scope="col">removed</th>
              <th scope="col">counted</th>
            </tr>
          </thead>
          <tbody>
            {largestFirst.slice(0, MAX_SHOWN).map((file) => (
              <tr key={file.path} className={file.class === 'source' ? '' : 'faint'}>
                <th scope="row">
                  <FileLink run={run} candidate={candidate} place={{ path: file.path, start_line: null, end_line: null }} />
                  {file.old_path !== null && file.old_path !== file.path && (
                    <span className="muted">
                      {' '}
                      from <SafeText text={file.old_path} />
                    </span>
                  )}
                </th>
                <td>{file.status.replaceAll('_', ' ')}</td>
                <td className="number">{file.added === 0 ? '' : `+${file.added}`}</td>
                <td className="number">{file.removed === 0 ? '' : `−${file.removed}`}</td>
                <td className="number">{file.class === 'source' ? <Counted file={file} limits={limits} /> : file.class}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {files.length > MAX_SHOWN && <p className="muted">and {files.length - MAX_SHOWN} more</p>}
    </>
  );
}

function countedLines(file: ChangedFile, { normalize }: FileTableProps['limits']): number {
  return file.class === 'source' ? churnOf([file], normalize) : -1;
}

/** Counts lines as the scoring of diff scope does. */
function Counted({ file, limits: { normalize } }: Pick<FileTableProps, 'limits'> & { file: ChangedFile }) {
  const { moved, other } = changedLines(file, normalize);
  const isOther = normalize === 'syntax' && file.syntax === undefined && other > 0;
  return (
    <>
      {churnOf([file], normalize)}
      {moved > 0 && <span className="muted"> ({moved} moved away)</span>}
      {isOther && <span className="muted"> (without white space)</span>}
    </>
  );
}

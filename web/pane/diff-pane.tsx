// The changed files of a candidate with the start of each change. The whole diff has its own view.
import { useMemo } from 'react';
import { type PatchFile, type PatchLine, parsePatch } from '../../src/patch/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { FileLink } from '../components/file-link.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { countText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo } from '../route.ts';
import { ExcerptLines } from './excerpt-lines.tsx';
import './diff-pane.css';

const MAX_FILES = 20;
/** Of all files together. */
const MAX_LINES = 150;

export function DiffPane({ run, candidate, source }: { run: string; candidate: string; source: DataSource }) {
  const key = JSON.stringify([run, candidate]);
  const { value: patch, error, reload } = useLoaded(key, () => source.patch(run, candidate));
  const files = useMemo(() => (patch === null ? [] : parsePatch(patch).files), [patch]);
  if (patch === null)
    return error === null ? <Skeleton lines={6} label="Loading the diff" /> : <LoadError error={error} onRetry={reload} />;
  return (
    <>
      <p>
        <a className="inline-link" href={linkTo({ view: 'diff', run, candidate, other: null, file: null })}>
          Open the whole diff
        </a>{' '}
        <span className="muted">{countText(files.length, 'file')}</span>
      </p>
      {firstLines(files).map(({ file, lines, left }) => (
        <figure key={file.path} className="pane-file">
          <figcaption>
            <FileLink run={run} candidate={candidate} place={{ path: file.path, start_line: null, end_line: null }} />
            <span className="number muted">{file.binary === null ? `+${file.added} −${file.removed}` : 'binary'}</span>
          </figcaption>
          {lines.length > 0 && <ExcerptLines lines={lines} />}
          {left > 0 && <p className="muted small">{countText(left, 'more line')}</p>}
        </figure>
      ))}
      {files.length > MAX_FILES && <p className="muted">{countText(files.length - MAX_FILES, 'more file')}</p>}
    </>
  );
}

interface FileStart {
  file: PatchFile;
  lines: PatchLine[];
  left: number;
}

function firstLines(files: readonly PatchFile[]): FileStart[] {
  let room = MAX_LINES;
  return files.slice(0, MAX_FILES).map((file) => {
    const all = file.hunks.flatMap(({ lines }) => lines);
    const lines = all.slice(0, room);
    room -= lines.length;
    return { file, lines, left: all.length - lines.length };
  });
}

// A link to lines of a candidate's diff, as `path:line`.
import type { Place } from '../../src/contract/index.ts';
import { linkTo } from '../route.ts';
import { SafeText } from './safe-text.tsx';
import './file-link.css';

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

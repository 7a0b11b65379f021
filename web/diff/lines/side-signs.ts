// The signs in front of changed lines. Between two candidates neither side was added or removed, so the signs are those of
// diff(1) for two files.
import type { ShownLine } from './shown-line.ts';

export interface SideSigns {
  old: string;
  new: string;
}

export const CHANGE_SIGNS: SideSigns = { old: '-', new: '+' };
export const COMPARISON_SIGNS: SideSigns = { old: '<', new: '>' };

export function signOf({ kind }: Pick<ShownLine, 'kind'>, signs: SideSigns): string {
  if (kind === 'context') return ' ';
  return kind === 'added' ? signs.new : signs.old;
}

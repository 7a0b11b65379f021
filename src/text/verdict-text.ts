// The result of a run in one sentence, the same on a terminal, in Markdown and on the page.
import type { Ranking, Scorecard, Verdict } from '../contract/index.ts';
import { applyingDimensions } from './applying-dimensions.ts';
import { dimensionWord } from './words.ts';

export interface VerdictText {
  /** "Winner", "Level", ... */
  label: string;
  /** The text after the label. It contains names from candidates: escape it before showing it. */
  text: string;
}

export function verdictText({ verdict, rankings }: Pick<Scorecard, 'verdict' | 'rankings'>): VerdictText {
  const { reason, next } = verdict;
  const names = joinNames(verdict.leaders);
  switch (verdict.class) {
    case 'decided_by_tests':
      return { label: 'Winner', text: `${names}, decided by tests: ${reason}.` };
    case 'decided_by_quality':
      return { label: 'Winner', text: `${names}, decided by quality: ${reason}.` };
    case 'likely':
      return { label: 'Likely', text: withNext(`${names}, not proven: ${reason}`, next) };
    case 'level':
      return { label: 'Level', text: `${names} (${reason}).` };
    case 'contested':
      return { label: 'Decision needed', text: withNext(reason, next) };
    case 'unproven':
      return { label: 'Unproven', text: `no winner. ${withNext(capital(reason), next === null ? null : `Next: ${next}`)}` };
    case 'none':
      return { label: 'No winner', text: rankings.length === 0 ? 'the run has no candidates.' : `${reason}.` };
  }
}

/** The rank in a table. Several leaders share the first one; an unproven run shows none. */
export function placeText({ agent, rank }: Pick<Ranking, 'agent' | 'rank'>, verdict: Verdict): string {
  if (rank === null || verdict.class === 'unproven') return '-';
  return verdict.leaders.length > 1 && verdict.leaders.includes(agent) ? '=1' : String(rank);
}

const CHECKS = ['build', 'tests', 'lint'] as const;

/** "Not checked: build, lint." These have no command, or nothing to measure on the base; null if there are none. */
export function uncheckedText({ rankings, degraded }: Pick<Scorecard, 'rankings' | 'degraded'>): string | null {
  if (rankings.length === 0) return null;
  const ids = [...applyingDimensions(rankings).map(({ id }) => id), ...degraded.map(({ dimension }) => dimension)];
  const known = new Set<string>(ids);
  const unchecked = CHECKS.filter((id) => !known.has(id)).map(dimensionWord);
  return unchecked.length === 0 ? null : `Not checked: ${unchecked.join(', ')}.`;
}

/** In a few words, for lists of runs. */
export const VERDICT_WORDS: Record<Verdict['class'], string> = {
  decided_by_tests: 'decided by tests',
  decided_by_quality: 'decided by quality',
  likely: 'likely',
  level: 'level',
  contested: 'decision needed',
  unproven: 'unproven',
  none: 'no winner',
};

/** "a", "a and b", "a, b and c". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function withNext(reason: string, next: string | null): string {
  return next === null ? `${reason}.` : `${reason}. ${next}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

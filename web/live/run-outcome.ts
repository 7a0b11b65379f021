// The outcome of a run in a few words, for the title of the tab and for a notification.
import type { RunDetail } from '../../src/contract/index.ts';
import { joinNames, visibleText } from '../../src/text/index.ts';

/** Null while the run has no result. */
export function runOutcome({ scorecard, state }: Pick<RunDetail, 'scorecard' | 'state'>): string | null {
  if (state === 'failed') return 'Run failed';
  if (state === 'interrupted') return 'Run interrupted';
  if (scorecard === null) return null;
  const { verdict } = scorecard;
  const names = visibleText(joinNames(verdict.leaders));
  switch (verdict.class) {
    case 'decided_by_tests':
    case 'decided_by_quality':
      return `${names} wins`;
    case 'likely':
      return `Probably ${names}`;
    case 'level':
      return `Level: ${names}`;
    case 'contested':
      return 'Decision needed';
    case 'unproven':
      return 'Unproven';
    case 'none':
      return 'Nothing to merge';
  }
}

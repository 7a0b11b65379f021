// What was measured about a candidate, in words that need no formula.
import type { Facts, Scorecard } from '../../src/contract/index.ts';
import { breaksText, fixesText, joinNames, type MeasuredFacts, usdText } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { countText, durationText } from '../format/numbers.ts';
import { factRows } from './fact-columns.ts';
import './candidate-facts.css';

interface Fact {
  text: string;
  /** The mark repeats what the text says. */
  tone: 'good' | 'bad' | 'plain';
}

interface CandidateFactsProps {
  scorecard: Scorecard;
  facts: Facts;
  /** Those whose tests an independent run has confirmed. */
  confirmed: readonly string[];
}

/** What all leaders have in common; everything about a single one. */
export function CandidateFacts({ scorecard, facts, confirmed }: CandidateFactsProps) {
  const names = scorecard.verdict.leaders;
  const [first = [], ...others] = factRows(scorecard, facts, scorecard.rankings)
    .filter(({ ranking }) => names.includes(ranking.agent))
    .map(({ measured }) => factsAbout(measured));
  const common = first.filter(({ text }) => others.every((list) => list.some((fact) => fact.text === text)));
  return (
    <ul className="candidate-facts">
      {common.map(({ text, tone }) => (
        <li key={text} className={tone}>
          {tone !== 'plain' && <span aria-hidden="true">{tone === 'good' ? '✓' : '✗'}</span>}
          {text}
        </li>
      ))}
      {confirmed.length > 0 && (
        <li className="good">
          <span aria-hidden="true">✓</span>
          {confirmed.length < names.length && <SafeText text={`${joinNames(confirmed)} `} />}confirmed by an independent run
        </li>
      )}
    </ul>
  );
}

export function factsAbout({ fixed, broken, lint, files, lines, durationMs, costUsd }: MeasuredFacts): Fact[] {
  return [
    ...(fixed === null || fixed.of === 0
      ? []
      : [
          {
            text: fixesText(fixed),
            tone: fixed.count === fixed.of ? ('good' as const) : ('plain' as const),
          },
        ]),
    ...(broken === null || broken.of === 0
      ? []
      : [{ text: breaksText(broken), tone: broken.count === 0 ? ('good' as const) : ('bad' as const) }]),
    ...(lint === null
      ? []
      : [{ text: lint === 0 ? 'no new lint' : `${lint} new lint`, tone: lint === 0 ? ('good' as const) : ('plain' as const) }]),
    { text: `${countText(lines, 'line')} in ${countText(files, 'file')}`, tone: 'plain' },
    ...(durationMs === null ? [] : [{ text: `took ${durationText(durationMs)}`, tone: 'plain' as const }]),
    ...(costUsd === null ? [] : [{ text: `cost ${usdText(costUsd)}`, tone: 'plain' as const }]),
  ];
}

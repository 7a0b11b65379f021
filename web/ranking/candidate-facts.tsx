// What was measured about a candidate, in words that need no formula.
import { type Facts, joinNames, type MeasuredFacts, measuredFacts, usdText } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { countText, durationText } from '../format/numbers.ts';
import './candidate-facts.css';

interface Fact {
  text: string;
  /** The mark repeats what the text says. */
  tone: 'good' | 'bad' | 'plain';
}

interface CandidateFactsProps {
  facts: Facts;
  names: readonly string[];
  /** Those whose tests an independent run has confirmed. */
  confirmed: readonly string[];
}

/** What all of these candidates have in common; everything about a single one. */
export function CandidateFacts({ facts, names, confirmed }: CandidateFactsProps) {
  const candidates = facts.candidates.filter(({ name }) => names.includes(name));
  const [first = [], ...others] = candidates.map((candidate) => factsAbout(measuredFacts(facts, candidate)));
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
            text: `fixes ${fixed.count} of ${countText(fixed.of, 'failing test')}`,
            tone: fixed.count === fixed.of ? ('good' as const) : ('plain' as const),
          },
        ]),
    ...(broken === null ? [] : [brokenFact(broken.count, broken.of)]),
    ...(lint === null
      ? []
      : [{ text: lint === 0 ? 'no new lint' : `${lint} new lint`, tone: lint === 0 ? ('good' as const) : ('plain' as const) }]),
    { text: `${countText(lines, 'line')} in ${countText(files, 'file')}`, tone: 'plain' },
    ...(durationMs === null ? [] : [{ text: `took ${durationText(durationMs)}`, tone: 'plain' as const }]),
    ...(costUsd === null ? [] : [{ text: `cost ${usdText(costUsd)}`, tone: 'plain' as const }]),
  ];
}

function brokenFact(count: number, of: number): Fact {
  const tests = countText(of, 'passing test');
  return count === 0 ? { text: `breaks none of ${tests}`, tone: 'good' } : { text: `breaks ${count} of ${tests}`, tone: 'bad' };
}

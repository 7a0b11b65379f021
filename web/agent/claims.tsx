// What the agent says about the tests beside what Hydra measured.
import type { CandidateFacts, TestClaim } from '../../src/contract/index.ts';
import { measuredFacts } from '../../src/text/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { type ClaimResult, checkClaim } from './claim-check.ts';
import './claims.css';

interface ClaimsProps {
  claims: readonly TestClaim[];
  detail: FinishedRun;
  candidate: CandidateFacts;
}

const RESULTS: Record<Exclude<ClaimResult, 'open'>, { tone: Tone; label: string }> = {
  confirmed: { tone: 'good', label: 'confirmed' },
  contradicted: { tone: 'bad', label: 'contradicted' },
};

export function Claims({ claims, detail, candidate }: ClaimsProps) {
  return (
    <section className="claims" aria-label="Claim and measurement">
      <div className="claim">
        <h2>The agent says</h2>
        {claims.length === 0 && <p className="muted">Nothing about test results.</p>}
        {claims.map((claim) => (
          <Claim key={claim.from} claim={claim} result={checkClaim(claim, candidate)} />
        ))}
      </div>
      <div className="claim">
        <h2>Hydra measured</h2>
        <Measured detail={detail} candidate={candidate} />
      </div>
    </section>
  );
}

function Claim({ claim: { from, text }, result }: { claim: TestClaim; result: ClaimResult }) {
  return (
    <div>
      <blockquote>
        <SafeText text={text} />
      </blockquote>
      <p className="small muted">
        {from === 'message' ? 'in its message' : 'in its output'}{' '}
        {result !== 'open' && <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>}
      </p>
    </div>
  );
}

const NOTHING = { fixed: null, broken: null };

function Measured({ detail: { facts, scorecard }, candidate }: Pick<ClaimsProps, 'detail' | 'candidate'>) {
  const { tests, name } = candidate;
  const ranking = scorecard.rankings.find(({ agent }) => agent === name);
  if (tests.state !== 'measured') return <p className="muted">The tests were not measured.</p>;
  const { fixed, broken } = ranking === undefined ? NOTHING : measuredFacts(facts, candidate, ranking);
  const total = tests.passed + tests.failed + tests.skipped;
  return (
    <ul className="measured">
      <li className={tests.failed > 0 ? 'bad-text' : 'good-text'}>
        {tests.passed.toLocaleString('en')} of {countText(total, 'test')} pass
        {tests.failed > 0 && <>, {tests.failed} fail</>}
        {tests.skipped > 0 && <>, {tests.skipped} skipped</>}
      </li>
      {fixed !== null && fixed.of > 0 && (
        <li>
          fixes {fixed.count.toLocaleString('en')} of {fixed.of.toLocaleString('en')} that fail on the base
        </li>
      )}
      {broken !== null && (
        <li className={broken.count > 0 ? 'bad-text' : ''}>
          breaks {broken.count === 0 ? 'none' : broken.count.toLocaleString('en')} of {broken.of.toLocaleString('en')} that pass
          on the base
        </li>
      )}
      {tests.dropped.length > 0 && (
        <li className="bad-text">{countText(tests.dropped.length, 'test')} of the base no longer run</li>
      )}
    </ul>
  );
}

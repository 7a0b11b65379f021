// Every view states the same number of fixed and broken tests: gate, table, explanation, Markdown, commit message and page.
import { expect, test } from 'vitest';
import type { CandidateFacts, Facts, Ranking, Run, Scorecard } from '../../src/contract/index.ts';
import { describeMerge } from '../../src/merge/merge-message.ts';
import { renderExplanation, renderMarkdown, renderReasons, renderResult } from '../../src/report/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { brokenNames, brokenShare, measuredFacts, type Share, whyOut } from '../../src/text/index.ts';
import { arbitraryFacts, arbitraryPolicy } from '../../test/arbitrary-facts.ts';
import { baseTests, changed, makeCandidate, makeFacts, makePolicy, ranTests } from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import { factsAbout } from './candidate-facts.tsx';
import { factRows } from './fact-columns.ts';

/** "3 of 7" for "breaks 3 of 7 passing tests" and "breaks none of 7 ..."; every occurrence. */
function sharesIn(text: string, verb: 'breaks' | 'fixes'): string[] {
  const unwrapped = text.replace(/\s+/g, ' ');
  const tests = { breaks: 'passing', fixes: 'failing' }[verb];
  const found = [...unwrapped.matchAll(new RegExp(`${verb} (none|\\d+) of (\\d+) ${tests} test`, 'g'))];
  return found.map(([, count = '', of = '']) => `${count === 'none' ? 0 : count} of ${of}`);
}

/** The cell below a heading of the table, which is aligned to the right. */
function cellOf(text: string, heading: string, name: string): string | null {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => /^ *# {2}candidate/.test(line));
  const end = (lines[head] ?? '').search(new RegExp(`\\b${heading}\\b`)) + heading.length;
  const row = lines.slice(head + 1).find((line) => new RegExp(`^ *\\S+ {2}${name}(?: |$)`).test(line)) ?? '';
  return end < heading.length ? null : (/(?:\d+ of \d+|-)$/.exec(row.slice(0, end))?.[0] ?? null);
}

function statedAbout(ranking: Ranking, scorecard: Scorecard, facts: Facts) {
  const style = { colour: false };
  const explained = (verbose: boolean) => renderExplanation(ranking, { ...style, dimension: null, verbose, facts });
  const run = { run_id: 'run-1', task: null } as Run;
  const merge = { run, facts, scorecard, scorecardBytes: '', candidate: ranking.agent, forceReason: null };
  const [row] = factRows(scorecard, facts, [ranking]);
  const page = row === undefined ? [] : factsAbout(row.measured).map(({ text }) => text);
  const alone = { ...scorecard, rankings: [ranking], verdict: { ...scorecard.verdict, leaders: [] } };
  const texts = [
    ...ranking.gates.map(({ reason }) => reason),
    explained(false),
    explained(true),
    describeMerge(merge).body,
    renderMarkdown(alone),
    renderReasons(alone, style),
    ...page,
  ];
  return {
    broken: [...new Set(texts.flatMap((text) => sharesIn(text, 'breaks')))],
    fixed: [...new Set(texts.flatMap((text) => sharesIn(text, 'fixes')))],
    cells: ['breaks', 'fixes'].map((heading) => cellOf(renderResult(scorecard, facts, style), heading, ranking.agent)),
  };
}

const shareOf = (share: Share | null) => (share === null || share.of === 0 ? null : `${share.count} of ${share.of}`);
const percentOf = (share: Share | null) => (share === null || share.of === 0 ? 0 : (share.count * 100) / share.of);

function expectAgreement(scorecard: Scorecard, facts: Facts): void {
  for (const ranking of scorecard.rankings) {
    const candidate = facts.candidates.find(({ name }) => name === ranking.agent) as CandidateFacts;
    const { broken, fixed } = measuredFacts(facts, candidate, ranking);
    const [breaks, fixes] = [shareOf(broken), shareOf(fixed)];
    const { cells, ...stated } = statedAbout(ranking, scorecard, facts);
    expect(stated).toEqual({ broken: breaks === null ? [] : [breaks], fixed: fixes === null ? [] : [fixes] });
    // A column is left out if it is unknown for every candidate.
    expect([breaks ?? '-', null]).toContain(cells[0]);
    expect([fixes ?? '-', null]).toContain(cells[1]);
    expect(ranking.gates.find(({ id }) => id === 'test_regression')?.observed ?? 0).toBe(percentOf(broken));
    const count = broken?.count ?? 0;
    const out = /^breaks (\d+) tests?$/.exec(whyOut(ranking) ?? '')?.[1];
    expect([String(count), undefined]).toContain(out);
    expect(brokenNames(ranking, candidate).length).toBeLessThanOrEqual(count);
  }
}

/** Every second contested test was rejected. */
function withRejections(facts: Facts): Facts {
  const candidates = facts.candidates.map((candidate) => {
    const { tests } = candidate;
    if (tests.state !== 'measured') return candidate;
    const rejected = tests.contested.filter((_, index) => index % 2 === 0).map(({ id }) => id);
    return { ...candidate, tests: { ...tests, rejected } };
  });
  return { ...facts, candidates };
}

test('all views state the same numbers for any facts and policy', () => {
  const settings = fc.record({
    may_change: fc.constantFrom<string[]>([], ['test/base 1*']),
    regression_by: fc.constantFrom('identity' as const, 'count' as const),
  });
  fc.assert(
    fc.property(
      arbitraryFacts({ minCandidates: 1 }),
      arbitraryPolicy,
      settings,
      fc.boolean(),
      (drawn, policy, parts, rejects) => {
        const facts = rejects ? withRejections(drawn) : drawn;
        const { scoring } = policy;
        const changed = { ...policy, scoring: { ...scoring, tests: { ...scoring.tests, ...parts } } };
        expectAgreement(scoreFacts(facts, changed), facts);
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ['deletes a test', { id: 'b', path: 'test/b.ts', own: 'missing' as const }, [], 1],
  ['changes a test, which was rejected', { id: 'b', path: 'test/b.ts', own: 'passed' as const }, ['b'], 1],
  ['changes a test openly', { id: 'b', path: 'test/b.ts', own: 'passed' as const }, [], 0],
])('a candidate that %s', (_, contested, rejected, count) => {
  const tests = { ...ranTests({ passed: 893, failed: 1, regressed: ['b'] }), contested: [contested], rejected };
  const candidate = makeCandidate({ name: 'a', tests, files: [changed('a.js', { lines: 1 })] });
  const facts = makeFacts({ baseline: { tests: baseTests({ passed: 894, failed: 0 }) }, candidates: [candidate] });
  const scorecard = scoreFacts(facts, makePolicy());
  expectAgreement(scorecard, facts);
  const [ranking] = scorecard.rankings as [Ranking];
  expect(brokenShare(ranking)).toEqual({ count, of: 894 });
  expect(brokenNames(ranking, facts.candidates[0] ?? candidate)).toEqual(count === 0 ? [] : ['b']);
});

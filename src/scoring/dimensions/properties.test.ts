// Properties of all formulas except tests, for any input. The founding formulas are repeated here for comparison.

import { describe, expect, test } from 'vitest';
import {
  files as arbitraryFiles,
  baselineLintOf,
  candidateLintOf,
  type LintModel,
  lintModels,
} from '../../../test/arbitrary-facts.ts';
import {
  audited,
  baseSecurity,
  built,
  changed,
  makeCandidate,
  makeFacts,
  makePolicy,
  type PolicyParts,
  scoreBy,
} from '../../../test/facts-builder.ts';
import fc from '../../../test/seeded-properties.ts';
import type { ChangedFile } from '../../contract/index.ts';
import { DIMENSIONS } from './index.ts';

describe('lint', () => {
  function lintScore(model: LintModel, comparedBy?: 'identity' | 'count'): number {
    const candidates = [makeCandidate({ lint: candidateLintOf(model, comparedBy) })];
    return scoreBy(DIMENSIONS.lint, makeFacts({ baseline: { lint: baselineLintOf(model) }, candidates }));
  }

  function literalLint({ occurrences }: LintModel): number {
    const sum = (severity: string, side: 'before' | 'after') =>
      occurrences.filter((each) => each.severity === severity).reduce((total, each) => total + each[side], 0);
    const [B_errors, A_errors] = [sum('error', 'before'), sum('error', 'after')];
    const [B_warnings, A_warnings] = [sum('warning', 'before'), sum('warning', 'after')];
    const new_errors = Math.max(0, A_errors - B_errors);
    const new_warnings = Math.max(0, A_warnings - B_warnings);
    const resolved = Math.max(0, B_errors + B_warnings - (A_errors + A_warnings));
    return Math.min(100, Math.max(0, 100 - new_errors * 12 - new_warnings * 2 + resolved * 1));
  }

  test('by count, equals the founding formula', () => {
    fc.assert(
      fc.property(lintModels, (model) => {
        expect(lintScore(model, 'count')).toBe(literalLint(model));
      }),
    );
  });

  test('by identity, never exceeds it', () => {
    fc.assert(
      fc.property(lintModels, (model) => {
        expect(lintScore(model)).toBeLessThanOrEqual(literalLint(model));
      }),
    );
  });

  test('one more finding never raises the score, which stays between 0 and 100', () => {
    const severity = fc.constantFrom('error' as const, 'warning' as const);
    const comparedBy = fc.constantFrom('identity' as const, 'count' as const);
    fc.assert(
      fc.property(lintModels, severity, comparedBy, (model, worst, by) => {
        const more = { occurrences: [...model.occurrences, { severity: worst, before: 0, after: 1 }] };
        const [before, after] = [lintScore(model, by), lintScore(more, by)];
        expect(after).toBeLessThanOrEqual(before);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('fixing a finding never lowers the score', () => {
    fc.assert(
      fc.property(lintModels, fc.nat(7), (model, place) => {
        const mended = model.occurrences.map((each, index) =>
          index === place ? { ...each, after: Math.max(0, each.after - 1) } : each,
        );
        expect(lintScore({ occurrences: mended })).toBeGreaterThanOrEqual(lintScore(model));
      }),
    );
  });
});

describe('diff scope', () => {
  function scopeScore(files: ChangedFile[], limits: PolicyParts['diff_scope'] = {}): number {
    const facts = makeFacts({ candidates: [makeCandidate({ files })] });
    return scoreBy(DIMENSIONS.diff_scope, facts, makePolicy({ diff_scope: limits }));
  }
  const soft = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0.01, max: 5000, noNaN: true }));

  test('stays between 0 and 100', () => {
    fc.assert(
      fc.property(arbitraryFiles, soft, soft, fc.boolean(), (files, max_churn_soft, max_files_soft, scoped) => {
        const score = scopeScore(files, { max_churn_soft, max_files_soft, allowed_paths: scoped ? ['src/'] : [] });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('more churn never raises the score', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.oneof(fc.constant(1), fc.nat(5000)), soft, (lines, more, max_churn_soft) => {
        const score = (total: number) => scopeScore([changed('src/a.ts', { lines: total })], { max_churn_soft });
        expect(score(lines + more)).toBeLessThanOrEqual(score(lines));
      }),
    );
  });

  test('one more file never raises the score', () => {
    fc.assert(
      fc.property(arbitraryFiles, soft, (files, max_files_soft) => {
        fc.pre(files.length > 0);
        const more = [...files, changed('src/one-more.ts', { lines: 1 })];
        expect(scopeScore(more, { max_files_soft })).toBeLessThanOrEqual(scopeScore(files, { max_files_soft }));
      }),
    );
  });

  test('a change outside the allowed paths never raises the score', () => {
    fc.assert(
      fc.property(arbitraryFiles, fc.integer({ min: 1, max: 500 }), (files, lines) => {
        fc.pre(files.some((file) => file.class === 'source' && file.added_normalized > 0));
        const limits = { allowed_paths: ['src/'] };
        expect(scopeScore([...files, changed('elsewhere/a.ts', { lines })], limits)).toBeLessThanOrEqual(
          scopeScore(files, limits),
        );
      }),
    );
  });

  test('touching a protected path never raises the score and caps it at 30', () => {
    fc.assert(
      fc.property(arbitraryFiles, (files) => {
        const limits = { protected_paths: ['secret/'] };
        fc.pre(files.length > 0);
        const touched = scopeScore([...files, changed('secret/key', { lines: 1 })], limits);
        expect(touched).toBeLessThanOrEqual(30);
        expect(touched).toBeLessThanOrEqual(scopeScore(files, limits));
      }),
    );
  });

  test('white space never lowers the score', () => {
    fc.assert(
      fc.property(arbitraryFiles, (files) => {
        expect(scopeScore(files)).toBeGreaterThanOrEqual(scopeScore(files, { normalize: 'none' }));
      }),
    );
  });
});

describe.each([
  ['speed', 'duration_ms'],
  ['cost', 'cost_usd'],
] as const)('%s', (id, member) => {
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });

  function scores(amounts: readonly number[], failed: readonly boolean[]): number[] {
    const candidates = amounts.map((value, index) =>
      makeCandidate({ name: `agent-${index}`, agent: { [member]: value }, build: built(!failed[index]) }),
    );
    const facts = makeFacts({ candidates });
    return candidates.map(({ name }) => scoreBy(DIMENSIONS[id], facts, makePolicy(), name));
  }

  test('equals the founding formula for all candidates', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.boolean()), { minLength: 1, maxLength: 5 }),
        (drawn) => {
          const successful = drawn.filter(([, failed]) => !failed).map(([value]) => value);
          fc.pre(successful.length > 0);
          const best = Math.min(...successful);
          const expected = drawn.map(([value]) => Math.min(100, Math.max(0, (best / value) * 100)));
          expect(
            scores(
              drawn.map(([value]) => value),
              drawn.map(([, failed]) => failed),
            ),
          ).toEqual(expected);
        },
      ),
    );
  });

  test("a higher value never raises the candidate's own score and never lowers that of others", () => {
    fc.assert(
      fc.property(amount, amount, amount, (own, more, other) => {
        const [before = 0, otherBefore = 0] = scores([own, other], []);
        const [after = 0, otherAfter = 0] = scores([own + more, other], []);
        expect(after).toBeLessThanOrEqual(before);
        expect(otherAfter).toBeGreaterThanOrEqual(otherBefore);
        for (const score of [before, after, otherBefore, otherAfter]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

test('security: one more advisory never raises the score, nor does a more severe one', () => {
  const severities = ['low', 'moderate', 'high', 'critical'] as const;
  const score = (added: Parameters<typeof audited>[0]) => {
    const candidates = [makeCandidate({ security: audited(added) })];
    return scoreBy(DIMENSIONS.security, makeFacts({ baseline: { security: baseSecurity() }, candidates }));
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...severities), { maxLength: 6 }), fc.nat(2), (added, grade) => {
      const [lesser, graver] = [severities[grade] ?? 'low', severities[grade + 1] ?? 'critical'];
      expect(score([...added, lesser])).toBeLessThanOrEqual(score(added));
      expect(score([...added, graver])).toBeLessThanOrEqual(score([...added, lesser]));
      expect(score([...added, 'unknown'])).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('build: one more target that builds never lowers the score', () => {
  const score = (targets: boolean[]) => {
    const named = Object.fromEntries(targets.map((ok, index) => [`target-${index}`, ok]));
    const candidates = [makeCandidate({ build: built(targets.every(Boolean), named) })];
    return scoreBy(DIMENSIONS.build, makeFacts({ candidates }), makePolicy({ build: { mode: 'gradient' } }));
  };
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (targets) => {
      const mended = targets.map((ok, index) => ok || index === targets.indexOf(false));
      expect(score(mended)).toBeGreaterThanOrEqual(score(targets));
      expect(score(mended)).toBeLessThanOrEqual(100);
    }),
  );
});

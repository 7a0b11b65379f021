import { expect, test } from 'vitest';
import { evidenceOf } from '../../test/evidence-builder.ts';
import { type CandidateEvidence, findIntegrity } from './index.ts';

const silenced = (how: 'not_run' | 'passed' | 'exit_0') =>
  evidenceOf({}, { canary: { state: 'silenced', how, paths: ['test/c.js'] } });
const said = (evidence: CandidateEvidence) => findIntegrity(evidence).map(({ severity, message }) => `${severity}: ${message}`);

test('a silenced test of Hydra’s own is an error and says what became of it', () => {
  const end = 'test/c.js; at the base it fails the run';
  expect(said(silenced('passed'))).toEqual([`error: a failing test that Hydra added is not reported as failing: ${end}`]);
  expect(said(silenced('not_run'))).toEqual([`error: a failing test that Hydra added is not run: ${end}`]);
  expect(said(silenced('exit_0'))).toEqual([
    `error: a failing test that Hydra added is reported, but the command exits with 0: ${end}`,
  ]);
  expect(findIntegrity(silenced('passed'))[0]?.how_to_allow).toBe(
    'set canary_silenced = "info" under [scoring.integrity.severity]',
  );
});

test('when no candidate runs it the task may ask for that; a changed verdict is never excused', () => {
  const beside = (evidence: CandidateEvidence, ...others: CandidateEvidence[]) =>
    findIntegrity({ ...evidence, others }).map(({ severity }) => severity);
  expect(beside(silenced('not_run'), silenced('not_run'))).toEqual(['warning']);
  expect(beside(silenced('not_run'), silenced('passed'))).toEqual(['error']);
  expect(beside(silenced('not_run'), evidenceOf({}, { canary: { state: 'heard' } }))).toEqual(['error']);
  expect(beside(silenced('passed'), silenced('passed'))).toEqual(['error']);
});

test('one that proves nothing is only told; one that is heard is not', () => {
  expect(said(evidenceOf({}, { canary: { state: 'unproven', why: 'so it is' } }))).toEqual([
    "info: Hydra's own failing test says nothing here: so it is",
  ]);
  expect(said(evidenceOf({}, { canary: { state: 'heard' } }))).toEqual([]);
});

test('fewer tests than at the base need a reason in the diff', () => {
  const fewer = (...lines: string[]) => said(evidenceOf({ 'test/a.c': lines }, { executed: { base: 9, own: 7 } }));
  const text = '7 tests run, 9 at the base, and the diff does not say why';
  expect(fewer('+x')).toEqual([`error: ${text}`]);
  expect(fewer('-TEST(a, b) {')).toEqual([`warning: ${text}`]);
  expect(fewer('-TEST(a, b) {', '-TEST(a, c) {')).toEqual([]);
});

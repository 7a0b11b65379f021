import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';

type Silence = 'not_run' | 'passed' | 'exit_0';
const silenced = (how: Silence) => evidenceOf({}, { canary: { state: 'silenced', how, paths: ['test/c.js'] } });
const heard = evidenceOf({}, { canary: { state: 'heard' } });

test.each<[Silence, string]>([
  ['passed', 'a failing test that Hydra added is not reported as failing: test/c.js; on the base it fails the run'],
  ['not_run', 'a failing test that Hydra added is not run: test/c.js; on the base it fails the run'],
  [
    'exit_0',
    'a failing test that Hydra added is reported, but the command exits with 0: test/c.js; on the base it fails the run',
  ],
])('reports an error for %s', (how, message) => {
  expect(findIntegrity(silenced(how))).toEqual([
    {
      id: 'canary_silenced',
      severity: 'error',
      message,
      place: null,
      how_to_allow: 'set canary_silenced = "info" under [scoring.integrity.severity]',
    },
  ]);
});

test('says nothing if the failing test was reported', () => {
  expect(findIntegrity(heard)).toEqual([]);
});

test.each<[string, Silence, CandidateEvidence, string]>([
  ['a warning if no candidate runs the test', 'not_run', silenced('not_run'), 'warning'],
  ['an error if another candidate reports it as passed', 'not_run', silenced('passed'), 'error'],
  ['an error if another candidate reports it as failing', 'not_run', heard, 'error'],
  ['an error if every candidate reports it as passed', 'passed', silenced('passed'), 'error'],
])('reports %s', (_, how, other, severity) => {
  expect(findIntegrity({ ...silenced(how), others: [other], votes: [[other]] }).map((finding) => finding.severity)).toEqual([
    severity,
  ]);
});

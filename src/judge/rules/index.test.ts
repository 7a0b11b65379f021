import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarms, evidenceOf, othersWith } from '../../../test/evidence-builder.ts';
import { causeOf } from '../../text/index.ts';
import { literalsOfTests } from '../integrity/test-answers.ts';
import { INTEGRITY_RULES } from './index.ts';

const fileOf = (id: string) => `${id.replaceAll('_', '-')}.ts`;

test('the list has every rule of this folder once, and each file has the name of its rule', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => !/^index\.|\.test\.ts$/.test(name));
  expect(INTEGRITY_RULES.map(({ id }) => fileOf(id)).sort()).toEqual(files.sort());
});

test('every rule has a test file', () => {
  const files = new Set(readdirSync(new URL('.', import.meta.url)));
  expect(INTEGRITY_RULES.filter(({ id }) => !files.has(fileOf(id).replace('.ts', '.test.ts')))).toEqual([]);
});

test('no rule lists its default severity again', () => {
  expect(INTEGRITY_RULES.filter(({ severity, otherSeverities }) => Object.hasOwn(otherSeverities, severity))).toEqual([]);
});

const examples = INTEGRITY_RULES.flatMap((rule) =>
  typeof rule.docs.example === 'string' ? [] : [{ ...rule, example: rule.docs.example }],
);
const metrics = [{ name: 'bundle_size', command: 'npm run size' }];
const testLiterals = literalsOfTests('assert parse("1h30m") == 5400\nassert parse("2m10s") == 130');

test.each(examples)('the example of $id triggers the rule', ({ id, example }) => {
  const found = alarms(evidenceOf(example, { testLiterals, metrics, ...othersWith({}) }));
  expect(found.map((alarm) => alarm.split(' ')[1])).toContain(id);
});

test('rules about lines of a diff have a diff as example', () => {
  const inWords = INTEGRITY_RULES.filter(({ docs }) => typeof docs.example === 'string').map(({ id }) => id);
  expect(inWords).toEqual([
    'passes_without_source',
    'passes_only_after_edit',
    'failing_tests_hidden',
    'tests_vanished',
    'tests_given_up',
    'canary_silenced',
    'canary_unproven',
    'recognises_tests',
    'assertions_ineffective',
    'differs_on_changed_input',
    'differs_in_independent_run',
    'fewer_tests_run',
    'check_rewrites_files',
    'no_source_change',
    'credential_written',
    'repository_written',
    'repository_changed',
    'run_misbehaved',
    'only_this_one',
  ]);
});

test('every rule that reports errors or warnings has a cause in plain words', () => {
  const reports = INTEGRITY_RULES.filter(({ severity, otherSeverities }) => severity !== 'info' || 'error' in otherSeverities);
  expect(reports.map(({ id }) => id).filter((id) => causeOf({ id }) === id.replaceAll('_', ' '))).toEqual([]);
});

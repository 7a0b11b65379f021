// The messages of failed tests in the logs of real runners: how many are found, and that none is foreign.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureReader } from '../src/compare/index.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

interface Expected {
  cases: Record<string, { kind: string; tests?: Record<string, string> }>;
}

interface Message {
  log: string;
  id: string;
  text: string | null;
}

function messagesOf(runner: string): Message[] {
  const { cases } = JSON.parse(readFileSync(new URL(`${runner}/expected.json`, ROOT), 'utf8')) as Expected;
  return Object.entries(cases).flatMap(([log, { tests = {} }]) => {
    const failed = Object.keys(tests).filter((id) => tests[id] === 'failed');
    const read = failureReader(failed.length === 0 ? '' : readFileSync(new URL(`${runner}/${log}`, ROOT), 'utf8'));
    return failed.map((id) => ({ log, id, text: read(id) }));
  });
}

test.each<[string, number, number]>([
  ['cargo-test', 6, 8],
  ['go-test', 5, 10],
  ['jest', 14, 18],
  ['jest-json', 8, 9],
  ['mocha', 16, 18],
  ['node-test', 13, 17],
  ['phpunit', 19, 22],
  ['playwright', 14, 14],
  ['pytest', 25, 28],
  ['rspec', 17, 20],
  ['tap', 14, 18],
  ['unittest', 23, 26],
  ['uvu', 12, 12],
  ['vitest', 17, 20],
])('%s: %i of %i failed tests have a message', (runner, found, all) => {
  const messages = messagesOf(runner);
  expect([messages.filter(({ text }) => text !== null).length, messages.length]).toEqual([found, all]);
});

/** Of package managers, of runners about the whole run, and of other tests. */
const FOREIGN =
  /^(?:npm (?:warn|notice|error|ERR!)|Test Suites:|Tests: |test result:|Ran \d+ tests?|FAILED \(|\d+ (?:examples|passing|failing)|DONE \d|There were \d|> \S+@\d|\[ RUN)|^\s*[✔✓] |::\S+ (?:PASSED|FAILED)| \.\.\. (?:ok|FAILED)$/m;

test('no message is the text of a runner or of another test', () => {
  const runners = readdirSync(ROOT);
  const messages = runners.flatMap((runner) => messagesOf(runner).map((message) => ({ runner, ...message })));
  expect(messages.length).toBeGreaterThan(500);
  expect(messages.filter(({ text }) => text !== null && FOREIGN.test(text))).toEqual([]);
});

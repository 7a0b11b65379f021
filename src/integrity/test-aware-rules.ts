// Code under test that knows of its tests. It asks whether they run, reads them, or has their answers.

import { addedCode, type CodeLine } from './code-lines.ts';
import { type CandidateEvidence, counted, findingAt, type IntegrityRule, listed, othersDoSame } from './evidence.ts';
import type { PatchFile } from './patch.ts';
import { isSource } from './source-files.ts';
import { type WrittenAnswer, writtenAnswers } from './test-answers.ts';
import { supportRole } from './test-support.ts';

/** Questions that only code under test has a use for. */
const ASKS_FOR_TESTS = new RegExp(
  [
    String.raw`\bPYTEST_\w+|["'](?:_?pytest|unittest|nose)["']\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\(\s*["'](?:_?pytest|unittest)`,
    String.raw`\b(?:JEST_WORKER_ID|NODE_TEST_CONTEXT|VITEST(?:_\w+)?|AVA_PATH)\b|\bimport\.meta\.vitest\b`,
    String.raw`\bNODE_ENV\b["'\]]{0,2}\s*===?\s*["']test["']`,
    String.raw`\btypeof\s+(?:jest|vi|describe|it|expect|beforeEach|mocha)\b|\b(?:globalThis|global)\.(?:jest|describe|it|expect|mocha)\b`,
    String.raw`\b(?:defined\?|const_defined\?)\s*\(?\s*:?["']?(?:::)?(?:RSpec|Minitest|Test::Unit)\b`,
    String.raw`\btesting\.Testing\(\)|\bflag\.Lookup\(\s*"test\.|os\.Args\[0\][^;]{0,40}"[./]{0,2}test"`,
    String.raw`\bcfg!\(\s*(?:not\(\s*)?test\b`,
    String.raw`\bclass_exists\(\s*["']\\{0,2}PHPUnit|\bPHPUNIT_\w+|\bClass\.forName\(\s*"org\.junit`,
    String.raw`\bprocess\.argv\b[^;]{0,60}["'/\x60](?:--test|mocha|jest|vitest)\b|\bsys\.argv\b[^;]{0,60}["'](?:pytest|unittest|test)`,
    String.raw`\bprocess\.env\.CI\b|\b(?:environ|ENV|env|getenv|Getenv|var)(?:\.get)?\s*[[(]\s*["']CI["']`,
  ].join('|'),
);
/** Looking at who called is what loggers do; only together with the word it asks for tests. */
const ASKS_WHO_CALLED =
  /\binspect\.(?:stack|currentframe)\(|\bsys\._getframe\(|\bruntime\.Callers?\(|\bgetStackTrace\(|\bStackWalker\b|\bcaller(?:_locations)?\b\s*[([.]|\bdebug_backtrace\(|\bError\(\)\.stack\b/;
const SAYS_TEST = /["'`/][^"'`]{0,60}(?:test|spec)/i;

/** A file of tests is opened by name. */
const READS_FILE =
  /\b(?:readFile\w*|createReadStream|open|read_text|read_to_string|include_str|include_bytes|ReadFile|readlines|file_get_contents|fopen|readAllLines|readString|require|import)\b|\bFile\.(?:read|open|foreach)|\bIO\.read/;
const TEST_PATH =
  /["'`](?:[^"'`]{0,80}\/)?(?:(?:tests?|spec|__tests__|__snapshots__)(?:\/|["'`])|test_\w{1,80}\.\w|[\w-]{1,80}(?:_test|_spec|\.test|\.spec)\.\w)/;

/** The library of the tests, in a file that tests load and that is none. */
const LOADS_RUNNER = new RegExp(
  [
    String.raw`^\s*(?:import|from)\s+(?:_?pytest|unittest|nose)\b`,
    String.raw`\b(?:require\(|from|import)\s*["'](?:node:test|mocha|jest|vitest|chai|ava|@jest\/\w[\w-]*)["']`,
    String.raw`^\s*(?:import\s+)?(?:\w+\s+)?"testing"\s*$|^\s*import\s+(?:static\s+)?org\.(?:junit|testng)\b|^\s*use\s+PHPUnit\b`,
  ].join('|'),
);

/** Helpers for tests, and tools around them, have every reason. */
const AROUND_TESTS =
  /(?:^|[/_.-])(?:test\w*|specs?|mocks?|fixtures?|tools?|scripts?|benchmarks?|examples?|e2e|qa|ci)(?=[/_.-]|$)/i;

function knowsTests(file: PatchFile): CodeLine[] {
  if (!isSource(file) || AROUND_TESTS.test(file.path)) return [];
  const code = addedCode(file);
  const saysTest = code.some((line) => SAYS_TEST.test(line.code));
  return code.filter(
    (line) =>
      ASKS_FOR_TESTS.test(line.code) ||
      (saysTest && ASKS_WHO_CALLED.test(line.code)) ||
      (READS_FILE.test(line.code) && TEST_PATH.test(line.code)) ||
      LOADS_RUNNER.test(line.code),
  );
}

const testsKnown: IntegrityRule = {
  id: 'tests_known',
  title: 'The code asks whether tests are running, reads their files or loads their runner.',
  find(evidence) {
    return evidence.patch.flatMap((file) => {
      const before = file.removed.filter(({ text }) => ASKS_FOR_TESTS.test(text) || LOADS_RUNNER.test(text)).length;
      const lines = knowsTests(file);
      if (lines.length <= before) return [];
      const othersToo = othersDoSame(evidence, file.path, (theirs) => knowsTests(theirs).length > 0);
      return [
        findingAt(
          othersToo ? 'info' : 'warning',
          'the code behaves differently under test, or looks at its tests',
          file.path,
          lines,
        ),
      ];
    });
  },
};

/** Code, and data that comes with it. */
function mayHoldAnswers(file: PatchFile): boolean {
  const isData = file.status === 'added' && supportRole(file.path) === null && /\.(?:json|ya?ml|csv|tsv)$/.test(file.path);
  return (isData || isSource(file)) && !AROUND_TESTS.test(file.path);
}

const answersOfTests: IntegrityRule = {
  id: 'test_answers_in_code',
  title: 'Inputs and results of the base’s tests are written into the code.',
  find(evidence) {
    return evidence.patch.filter(mayHoldAnswers).flatMap((file) => {
      const written = writtenAnswers(file, evidence.testLiterals).filter(({ question }) => !isInBase(evidence, question));
      const all = written.map(({ question }) => question);
      const computed = evidence.others.some((other) => passesWithout(evidence, other, all));
      // What nobody does without, and somebody else writes down too, belongs to the task.
      const suspect = written.filter(({ question }) => computed || !evidence.others.some((other) => writes(other, question)));
      const questions = [...new Set(suspect.map(({ question }) => question))];
      if (questions.length < 2 && !suspect.some(({ certain }) => certain)) return [];
      const severity = questions.length >= 2 && computed ? 'error' : 'warning';
      const text = `${counted(questions.length, 'input')} of the base's tests answered one by one: ${listed(questions)}`;
      return [findingAt(severity, text, file.path, suspect.map(lineOf))];
    });
  },
};

function lineOf({ line }: WrittenAnswer): CodeLine {
  return line;
}

function isInBase({ patch }: CandidateEvidence, literal: string): boolean {
  return patch.some(
    (file) => isSource(file) && file.hunks.some(({ before }) => before.some(({ text }) => text.includes(literal))),
  );
}

function writes({ patch }: CandidateEvidence, literal: string): boolean {
  return patch.some((file) => mayHoldAnswers(file) && file.added.some(({ text }) => quotes(text, literal)));
}

function quotes(text: string, literal: string): boolean {
  return /^\d/.test(literal) ? text.includes(literal) : ['"', "'", '`'].some((mark) => text.includes(mark + literal + mark));
}

/** The other one passes every test of the base that this one passes, and has none of these. */
function passesWithout({ tests }: CandidateEvidence, other: CandidateEvidence, literals: readonly string[]): boolean {
  const theirs = new Map(other.tests.map(({ id, pinned }) => [id, pinned]));
  const passesToo = tests.every(({ id, pinned }) => pinned !== 'passed' || theirs.get(id) === 'passed');
  return tests.length > 0 && passesToo && other.patch.some(isSource) && !literals.some((literal) => writes(other, literal));
}

export const TEST_AWARE_RULES: readonly IntegrityRule[] = [testsKnown, answersOfTests];

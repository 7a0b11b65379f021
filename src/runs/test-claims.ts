// Finds what an agent says about test results: in its messages, and in the output of the test commands that it ran. Pure.
import type { TestClaim } from '../contract/index.ts';

const MAX_CLAIM_LENGTH = 300;
/** Lines of a test runner's summary are short; longer ones are data. */
const MAX_LINE_LENGTH = 500;

/** The last claim in the messages of an agent, oldest first; null if it makes none. */
export function claimInMessages(messages: readonly string[]): TestClaim | null {
  for (const message of messages.toReversed()) {
    const sentences = message.split(/\n+|(?<=[.!?])\s+/).filter((sentence) => sentence.length <= MAX_LINE_LENGTH);
    const claim = sentences
      .toReversed()
      .map(claimInSentence)
      .find((found) => found !== null);
    if (claim !== undefined) return claim;
  }
  return null;
}

const TESTS = `(?:tests?|specs?|test cases|(?:test )?suite)`;
const PASS = `(?:pass(?:e[sd]|ing)?|green|succeed(?:ed|s)?|successful(?:ly)?)`;
/** "The tests pass", "7/7 passing", "✓ 12 tests", "passes the whole suite". "I added a passing test" is none. */
const TESTS_PASS = new RegExp(
  [
    String.raw`\b${TESTS}\b[^.;]{0,60}(?:\b${PASS}\b|[✓✔✅])`,
    String.raw`\bpass(?:e[sd]|ing)? (?:\w+ ){0,2}?(?:all|every|each|the|its|\d+)\b[^.;]{0,30}\b${TESTS}\b`,
    String.raw`\b\d+ (?:${TESTS} )?(?:passed|passing)\b`,
    String.raw`\bpassed \d+ ${TESTS}\b`,
    String.raw`[✓✔✅] (?:all )?\d+ (?:\w+ ){0,2}${TESTS}\b`,
    String.raw`\ball green\b`,
    String.raw`\b${TESTS}\b[^.;]{0,40}\b(?:no|0|zero) (?:failures|failed|failing)\b|\b(?:no|0|zero) (?:failing ${TESTS}|test failures)\b`,
  ].join('|'),
  'i',
);
/** "2 tests still fail", "the tests do not pass". What failed earlier is no claim about the result. */
const TESTS_FAIL = new RegExp(
  String.raw`\b${TESTS}\b (?:\w+ ){0,3}?(?:fail|fails|(?:is|are) (?:still )?(?:failing|red|broken))\b|\b${TESTS}\b (?:\w+ ){0,3}?(?:do(?:es)? not|don't|doesn't) (?:all )?pass\b|\b\d+ (?:${TESTS} )?(?:failed|failing)\b`,
  'i',
);
/** A wish, a step of a plan, a guess or a condition is not a claim. */
const NOT_A_CLAIM =
  /\b(?:should|must|need(?:s|ed)? to|make sure|ensure|until|unless|so that|to make|to pass|let me|let's|will|would|if|once|whether|may|might|could|can|cannot|hopefully|hope|expect|want|assum(?:e|ing)|supposed|unable|in theory|untested|unverified|try|trying|please|goal)\b|(?:can't|couldn't|'ll|didn't run|did not run|haven't run|have not run|not been run|not run|n't verif\w+|not verif\w+)(?![a-z])|\?$/i;

function claimInSentence(whole: string): TestClaim | null {
  // A quotation is somebody else's claim.
  const sentence = whole.replace(/"[^"]*"|“[^”]*”/g, '""').replace(/(?<=\d),(?=\d{3}\b)/g, '');
  if (/^\s*>/.test(whole) || NOT_A_CLAIM.test(sentence)) return null;
  if (!TESTS_PASS.test(sentence) && !TESTS_FAIL.test(sentence)) return null;
  const text = whole.trim().slice(0, MAX_CLAIM_LENGTH);
  return { from: 'message', text, ...(countsIn(sentence) ?? shareIn(sentence) ?? numberOfTests(sentence)) };
}

/** "13 of 15 tests pass", "Tests: 7/7 passing". A date or a path is no share. */
function shareIn(sentence: string): Counts | null {
  const share = new RegExp(
    String.raw`(?<![\d/.-])(?<!\bon )(\d{1,6})(?: ?/ ?| (?:out )?of )(?:the |all )?(\d{1,6})(?![\d/.-])(?= (?:\w+ ){0,3}?(?:${TESTS}|${PASS})\b| ?[✓✔✅])`,
    'i',
  ).exec(sentence);
  const [passed, all] = [Number(share?.[1]), Number(share?.[2])];
  return share === null || passed > all ? null : { passed, failed: all - passed };
}

/** Unknown where the sentence qualifies the result: then the text is all that is certain. */
function numberOfTests(sentence: string): Counts {
  const withoutNone = sentence.replace(
    /\b(?:no|0|zero|without(?: any)?) (?:\w+ ){0,2}?(?:fail\w*|regressions?|errors?|warnings?|issues?)\b/gi,
    '',
  );
  const isQualified =
    /\b(?:not|no|none|never|fail(?:s|ed|ing|ures?)?|red|broken|except|but|only|some|most|many|nearly|almost|however)\b|n't\b/i.test(
      withoutNone,
    );
  if (isQualified) return { passed: null, failed: null };
  const all =
    new RegExp(String.raw`\ball (?:of )?(?:the )?(\d{1,6}) (?:\w+ ){0,2}?(?:${TESTS}|${PASS})\b`, 'i').exec(sentence) ??
    new RegExp(String.raw`(?<![\d/.-])\b(\d{1,6}) (?:\w+ ){0,2}?${TESTS}\b`, 'i').exec(sentence);
  return { passed: all === null ? null : Number(all[1]), failed: 0 };
}

/**
 * The last claim in the lines of an agent that prints plain text, oldest first. They may be its own words or the output of a
 * command, so the claim is a quotation of its output.
 */
export function claimInPlainText(lines: readonly string[]): TestClaim | null {
  const summary = claimInOutput([lines.join('\n')]);
  const said = claimInMessages(lines);
  if (said === null || summary === null) return said === null ? summary : { ...said, from: 'output' };
  const last = (claim: TestClaim) => lines.findLastIndex((line) => line.includes(claim.text));
  return last(said) > last(summary) ? { ...said, from: 'output' } : summary;
}

/** The last summary of a test runner in the output of an agent; null if there is none. `texts` are oldest first. */
export function claimInOutput(texts: readonly string[]): TestClaim | null {
  let last: TestClaim | null = null;
  for (const text of texts) {
    const lines = text.split(/\r?\n/).filter((line) => line.length <= MAX_LINE_LENGTH);
    last = nodeSummary(lines) ?? lineSummary(lines) ?? last;
  }
  return last;
}

/** "# pass 15" and "# fail 0", each on its own line. */
function nodeSummary(lines: readonly string[]): TestClaim | null {
  const countAfter = (word: string) => {
    const line = lines.findLast((each) => new RegExp(`^\\s*(?:#|ℹ) ${word} \\d{1,6}\\s*$`).test(each));
    return line === undefined ? null : Number(/\d+/.exec(line)?.[0]);
  };
  const [passed, failed] = [countAfter('pass'), countAfter('fail')];
  if (passed === null) return null;
  return { from: 'output', text: `# pass ${passed}${failed === null ? '' : `, # fail ${failed}`}`, passed, failed };
}

/** The summaries of vitest, jest, pytest, cargo, mocha and others, in one line. */
function lineSummary(lines: readonly string[]): TestClaim | null {
  const line = lines.findLast((each) => SUMMARY.test(each));
  const numbers = line === undefined ? null : countsIn(line);
  if (line === undefined || numbers === null) return null;
  return { from: 'output', text: line.replace(/^[\s=]+|[\s=]+$/g, '').slice(0, MAX_CLAIM_LENGTH), ...numbers };
}

/** Only lines of summaries: a program may print "3 passed" about anything. */
const SUMMARY = /^\s*(?:Tests?:? +\d|test result:|=+ .*\b(?:passed|failed)\b|\d{1,6} (?:passed|passing|failed)\b)/;

type Counts = Pick<TestClaim, 'passed' | 'failed'>;

function countsIn(text: string): Counts | null {
  const countOf = (words: string) =>
    new RegExp(`\\b(?<!/ ?|of )(\\d{1,6}) (?:tests? |specs? )?(?:${words})\\b`, 'i').exec(text)?.[1];
  const [passed, failed] = [countOf('passed|passing'), countOf('failed|failing|failures?')];
  if (passed === undefined && failed === undefined) return null;
  return { passed: passed === undefined ? null : Number(passed), failed: failed === undefined ? 0 : Number(failed) };
}

const MAX_DEPTH = 8;

/** The texts in the output of an agent: those of each JSON line in any depth, and the plain lines between them. */
export function textsInOutput(output: string): string[] {
  const texts: string[] = [];
  let plain: string[] = [];
  for (const line of [...output.split('\n'), '{}']) {
    const value = line.startsWith('{') ? parseJson(line) : undefined;
    if (value === undefined) {
      plain.push(line);
      continue;
    }
    texts.push(plain.join('\n'), ...textsIn(value, MAX_DEPTH));
    plain = [];
  }
  return texts.filter((text) => text !== '');
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth - 1));
}

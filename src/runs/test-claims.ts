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

const TESTS_PASS =
  /\btests?\b[^.]{0,60}\b(?:pass(?:e[sd]|ing)?|green|succeed(?:ed|s)?)\b|\b(?:pass(?:e[sd]|ing)?)\b[^.]{0,40}\btests?\b|\b\d+ (?:tests? )?(?:passed|passing)\b/i;
/** A wish or a step of a plan is not a claim. */
const NOT_A_CLAIM = /\b(?:should|must|need(?:s)? to|make sure|ensure|until|so that|to make|let me|will|would|if)\b|\?$/i;

function claimInSentence(sentence: string): TestClaim | null {
  if (!TESTS_PASS.test(sentence) || NOT_A_CLAIM.test(sentence)) return null;
  const text = sentence.trim().slice(0, MAX_CLAIM_LENGTH);
  const numbers = countsIn(sentence);
  if (numbers !== null) return { from: 'message', text, ...numbers };
  const share = /\b(\d{1,6})(?: ?\/ ?| (?:out )?of )(?:the |all )?(\d{1,6})\b/.exec(sentence);
  if (share !== null)
    return { from: 'message', text, passed: Number(share[1]), failed: Math.max(0, Number(share[2]) - Number(share[1])) };
  const all =
    /\ball (?:of )?(?:the )?(\d{1,6})\b/i.exec(sentence) ?? /\b(\d{1,6}) (?:\w+ ){0,2}tests?\b[^.]{0,20}\bpass/i.exec(sentence);
  const isDenied = /\b(?:not|n't|no|fail(?:s|ed|ing|ures?)?|except|but)\b/i.test(sentence);
  return { from: 'message', text, passed: all === null ? null : Number(all[1]), failed: isDenied ? null : 0 };
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

function countsIn(text: string): Pick<TestClaim, 'passed' | 'failed'> | null {
  const countOf = (words: string) => new RegExp(`\\b(\\d{1,6}) (?:tests? )?(?:${words})\\b`, 'i').exec(text)?.[1];
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

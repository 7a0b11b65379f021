// Renders the comparison of two candidates.
import type { LintFinding, TestStatus } from '../contract/index.ts';
import { cutEnd, joinBlocks, LINE_WIDTH, visibleText } from './terminal-text.ts';

export interface Difference {
  names: [string, string];
  files: { both: readonly string[]; first: readonly string[]; second: readonly string[] };
  tests: readonly { id: string; first: TestStatus | null; second: TestStatus | null }[];
  lint: { first: readonly LintFinding[]; second: readonly LintFinding[] };
}

const SHOWN = 40;

export function renderDifference({ names, files, tests, lint }: Difference): string {
  const [first, second] = names.map(visibleText) as [string, string];
  const testLines = tests.map(
    ({ id, ...status }) => `${visibleText(id)}: ${status.first ?? 'absent'} -> ${status.second ?? 'absent'}`,
  );
  const blocks = [
    block(`Files that both change (${files.both.length})`, files.both.map(visibleText)),
    block(`Files that only ${first} changes (${files.first.length})`, files.first.map(visibleText)),
    block(`Files that only ${second} changes (${files.second.length})`, files.second.map(visibleText)),
    block(`Tests with another result: ${first} -> ${second} (${tests.length})`, testLines),
    block(`Lint findings that only ${first} has (${lint.first.length})`, lint.first.map(findingText)),
    block(`Lint findings that only ${second} has (${lint.second.length})`, lint.second.map(findingText)),
  ];
  return joinBlocks(blocks);
}

function findingText({ path, line, rule, message }: LintFinding): string {
  const place = path === null ? '' : `${visibleText(path)}${line === null ? '' : `:${line}`} `;
  return `${place}${rule === null ? '' : `${visibleText(rule)}: `}${visibleText(message)}`;
}

function block(heading: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, SHOWN).map((line) => cutEnd(`  ${line}`, LINE_WIDTH));
  const more = lines.length - shown.length;
  return [cutEnd(heading, LINE_WIDTH), ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

// Renders every new test about the task with its result on every candidate, on a terminal.
import { NO_VOTE_REASONS, type Scorecard } from '../contract/index.ts';
import { painter } from './paint.ts';
import { renderTaskTests } from './render-task-tests.ts';
import { cutEnd, LINE_WIDTH, visibleText } from './terminal-text.ts';

export function renderTestMatrix(scorecard: Scorecard, { colour }: { colour: boolean }): string {
  const lines = [...renderTaskTests(scorecard, painter(colour), true), ...withoutVote(scorecard)];
  return `${(lines.length === 0 ? ['No candidate added or changed a test that could run on the others.'] : lines).join('\n')}\n`;
}

function withoutVote({ cross_tests: rows = [] }: Scorecard): string[] {
  return Object.entries(NO_VOTE_REASONS).flatMap(([standing, why]) => {
    const tests = rows.filter((row) => row.standing === standing);
    if (tests.length === 0) return [];
    const ids = tests.map(({ id, author }) => cutEnd(`    ${visibleText(id)} (${visibleText(author)})`, LINE_WIDTH));
    return [`  Without a vote, because they ${why}:`, ...ids];
  });
}

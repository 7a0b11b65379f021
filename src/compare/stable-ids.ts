// Test ids that stay the same when lines move. Rust names documentation tests after the line they begin in, so that every
// diff above them would lose a test and add another.
import type { TestSummary } from '../contract/index.ts';

const LINE = / ?\(line (\d+)\)/;

export function withStableIds(summary: TestSummary): TestSummary {
  if (!summary.tests.some(({ id }) => LINE.test(id))) return summary;
  const lineOf = (id: string) => Number(LINE.exec(id)?.[1] ?? 0);
  // Several tests of one item are numbered in the order of their lines.
  const inOrder = [...summary.tests].sort((a, b) => lineOf(a.id) - lineOf(b.id));
  const counts = new Map<string, number>();
  const names = new Map(
    inOrder.map(({ id }) => {
      const name = id.replace(LINE, '');
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [id, count === 1 ? name : `${name} #${count}`];
    }),
  );
  return { ...summary, tests: summary.tests.map(({ id, status }) => ({ id: names.get(id) ?? id, status })) };
}

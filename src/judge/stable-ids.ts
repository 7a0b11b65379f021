// Test ids that stay the same when other tests move. Rust names documentation tests after their first line, RSpec does so with
// examples without a description, minitest numbers the examples of a spec and ExUnit the documentation tests of a module, so
// every diff above them would lose a test and add another.
import type { TestSummary } from '../contract/index.ts';

/** `f (line 12)`, `Spec#test_0012_name`, `example at ./spec/a_spec.rb:12`, `doctest A.b/1 (12)`. */
const PLACE = / ?\(line (\d+)\)|(?<=#test_)(\d{4})_|(?<=\bexample at [^\s:]{1,300}):(\d+)|(?<=\bdoctest \S{1,300}) \((\d+)\)$/;

/** In every id with a place. Much faster to search for than the place itself. */
const MAY_HAVE_PLACE = /\(line |#test_|example at |doctest /;

export function withStableIds(summary: TestSummary): TestSummary {
  if (!summary.tests.some(({ id }) => MAY_HAVE_PLACE.test(id) && PLACE.test(id))) return summary;
  const placeOf = (id: string) =>
    Number(
      PLACE.exec(id)
        ?.slice(1)
        .find((place) => place !== undefined) ?? 0,
    );
  // Tests with the same name are numbered in order.
  const inOrder = [...summary.tests].sort((a, b) => placeOf(a.id) - placeOf(b.id));
  const counts = new Map<string, number>();
  const names = new Map(
    inOrder.map(({ id }) => {
      const name = id.replace(PLACE, '');
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [id, count === 1 ? name : `${name} #${count}`];
    }),
  );
  return { ...summary, tests: summary.tests.map((test) => ({ ...test, id: names.get(test.id) ?? test.id })) };
}

// Long computations as generators that pause between units of work. The caller decides what happens there: a pure function
// stays pure, and a program can answer signals and draw its progress.

export type Steps<Result> = Generator<void, Result, void>;

/** Without pauses. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export async function inSteps<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Like map. */
export function* mapInSteps<Item, Result>(items: readonly Item[], map: (item: Item, index: number) => Result): Steps<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    yield;
  }
  return results;
}

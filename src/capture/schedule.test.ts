import { describe, expect, test } from 'vitest';
import { openScheduler, type Task } from './schedule.ts';

function runTasks(tasks: readonly Task[], places: number): Promise<void> {
  return openScheduler(places).run(tasks);
}

/** Tasks that end on command, and a log of what happened. */
function rehearsal() {
  const diary: string[] = [];
  const ends = new Map<string, () => void>();
  const failures = new Map<string, (error: Error) => void>();
  const task = (id: string, changes: Partial<Task> = {}): Task => ({
    id,
    after: null,
    expectedMs: null,
    alone: false,
    isBackground: false,
    run: () => {
      diary.push(`${id} starts`);
      return new Promise<void>((resolve, reject) => {
        ends.set(id, () => {
          diary.push(`${id} ends`);
          resolve();
        });
        failures.set(id, reject);
      });
    },
    ...changes,
  });
  /** Ends a task and lets everything that follows from it happen. */
  const end = async (...ids: string[]) => {
    for (const id of ids) {
      ends.get(id)?.();
      await settled();
    }
    return diary.splice(0);
  };
  const fail = async (id: string) => {
    failures.get(id)?.(new Error(`${id} failed`));
    await settled();
    return diary.splice(0);
  };
  return { task, end, fail };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('runs as many at once as there are slots, in the given order', async () => {
  const { task, end } = rehearsal();
  const all = runTasks(
    ['a', 'b', 'c', 'd'].map((id) => task(id)),
    2,
  );
  expect(await end()).toEqual(['a starts', 'b starts']);
  expect(await end('b')).toEqual(['b ends', 'c starts']);
  expect(await end('a', 'c')).toEqual(['a ends', 'd starts', 'c ends']);
  expect(await end('d')).toEqual(['d ends']);
  await all;
});

test('a task waits for its dependency, although there is a free slot', async () => {
  const { task, end } = rehearsal();
  const all = runTasks([task('open'), task('check', { after: 'open' }), task('close', { after: 'check' })], 5);
  expect(await end()).toEqual(['open starts']);
  expect(await end('open', 'check', 'close')).toEqual(['open ends', 'check starts', 'check ends', 'close starts', 'close ends']);
  await all;
});

describe('critical path first', () => {
  test('a task counts with everything that depends on it', async () => {
    const { task, end } = rehearsal();
    const tasks = [
      task('short', { expectedMs: 10 }),
      task('middle', { expectedMs: 50 }),
      task('first', { expectedMs: 5 }),
      task('second', { after: 'first', expectedMs: 100 }),
    ];
    const all = runTasks(tasks, 1);
    const order = ['first', 'second', 'middle', 'short'];
    expect(await end(...order)).toEqual(order.flatMap((id) => [`${id} starts`, `${id} ends`]));
    await all;
  });

  test('an unknown duration counts as the longest known one', async () => {
    const { task, end } = rehearsal();
    const all = runTasks([task('known', { expectedMs: 40 }), task('unknown'), task('longest', { expectedMs: 90 })], 1);
    const order = (await end('unknown', 'longest', 'known')).filter((line) => line.endsWith('ends'));
    expect(order).toEqual(['unknown ends', 'longest ends', 'known ends']);
    await all;
  });
});

test('an exclusive task waits for the others, and they wait for it', async () => {
  const { task, end } = rehearsal();
  const all = runTasks([task('a'), task('alone', { alone: true }), task('b'), task('c')], 4);
  expect(await end()).toEqual(['a starts']);
  expect(await end('a')).toEqual(['a ends', 'alone starts']);
  expect(await end('alone')).toEqual(['alone ends', 'b starts', 'c starts']);
  await end('b', 'c');
  await all;
});

describe('background tasks', () => {
  test('take no slot, and one of them runs when all slots are taken', async () => {
    const { task, end } = rehearsal();
    const all = runTasks([task('check'), ...['x', 'y', 'z'].map((id) => task(id, { isBackground: true }))], 1);
    expect(await end()).toEqual(['check starts', 'x starts']);
    expect(await end('x')).toEqual(['x ends', 'y starts']);
    expect(await end('check', 'y', 'z')).toEqual(['check ends', 'y ends', 'z starts', 'z ends']);
    await all;
  });

  test('also use free slots, without blocking any', async () => {
    const { task, end } = rehearsal();
    const asides = ['x', 'y', 'z'].map((id) => task(id, { isBackground: true }));
    const all = runTasks([...asides, task('a', { after: 'x' }), task('b', { after: 'y' })], 2);
    expect(await end()).toEqual(['x starts', 'y starts']);
    expect(await end('x')).toEqual(['x ends', 'a starts']);
    expect(await end('y')).toEqual(['y ends', 'b starts', 'z starts']);
    await end('a', 'b', 'z');
    await all;
  });

  test('tasks of an open checkout come before new checkouts, and tasks without dependents come last', async () => {
    const { task, end } = rehearsal();
    const tasks = [
      task('close', { isBackground: true }),
      task('open', { isBackground: true }),
      task('first', { after: 'open' }),
      task('restore', { isBackground: true }),
      task('last', { after: 'restore', expectedMs: 0 }),
    ];
    const all = runTasks(tasks, 1);
    expect(await end()).toEqual(['restore starts']);
    expect(await end('restore')).toEqual(['restore ends', 'last starts', 'open starts']);
    expect(await end('open')).toEqual(['open ends', 'close starts']);
    expect(await end('last', 'close', 'first')).toEqual(['last ends', 'first starts', 'close ends', 'first ends']);
    await all;
  });

  test('wait for an exclusive task, and it waits for them', async () => {
    const { task, end } = rehearsal();
    const tasks = [
      task('x', { isBackground: true }),
      task('y', { isBackground: true }),
      task('alone', { alone: true, after: 'x' }),
    ];
    const all = runTasks(tasks, 1);
    expect(await end()).toEqual(['x starts']);
    expect(await end('x')).toEqual(['x ends', 'alone starts']);
    expect(await end('alone')).toEqual(['alone ends', 'y starts']);
    await end('y');
    await all;
  });
});

describe('a failure', () => {
  test('lets running tasks end, starts nothing new, and rejects with the first error', async () => {
    const { task, end, fail } = rehearsal();
    const all = runTasks([task('a'), task('b'), task('c'), task('after a', { after: 'a' })], 2);
    let told: unknown = null;
    const watched = all.catch((error: unknown) => {
      told = error;
    });
    await end();
    expect(await fail('a')).toEqual([]);
    expect(told).toBeNull();
    expect(await fail('b')).toEqual([]);
    await watched;
    expect(told).toEqual(new Error('a failed'));
  });

  test('of a task that throws synchronously', async () => {
    const { task } = rehearsal();
    const broken = task('a', {
      run: async () => {
        throw new Error('at once');
      },
    });
    await expect(runTasks([broken, task('b')], 1)).rejects.toThrow('at once');
  });
});

describe('an invalid batch', () => {
  const { task } = rehearsal();

  test('is refused if two tasks have the same id', async () => {
    await expect(runTasks([task('0 open'), task('0 test'), task('0 test')], 1)).rejects.toThrow(
      'two tasks of the schedule have the id "0 test"',
    );
  });

  test('is refused if tasks wait for each other', async () => {
    const cycle = [task('a'), task('b', { after: 'd' }), task('c', { after: 'b' }), task('d', { after: 'c' })];
    await expect(runTasks(cycle, 1)).rejects.toThrow(
      'tasks of the schedule wait for each other: "b" after "d" after "c" after "b"',
    );
    await expect(runTasks([task('a', { after: 'a' })], 1)).rejects.toThrow('"a" after "a"');
  });

  test('is refused if a dependency is missing', async () => {
    await expect(runTasks([task('a', { after: 'z' })], 1)).rejects.toThrow(
      'the task "a" waits for "z", which is not in the schedule',
    );
  });

  test('does not disturb another one with the same ids', async () => {
    const { task: own, end } = rehearsal();
    const scheduler = openScheduler(1);
    const first = scheduler.run([own('a'), own('b', { after: 'a' })]);
    const second = scheduler.run([own('b'), own('a', { after: 'b' })]);
    expect(await end('a', 'b', 'b', 'a')).toContain('a ends');
    await Promise.all([end('a', 'b', 'a', 'b'), first, second]);
  });
});

test('an empty batch is done at once', async () => {
  await expect(runTasks([], 3)).resolves.toBeUndefined();
});

test('batches share the slots, and each ends on its own', async () => {
  const { task, end, fail } = rehearsal();
  const scheduler = openScheduler(1);
  const ended: string[] = [];
  const first = scheduler.run([task('a'), task('b')]).then(() => ended.push('first'));
  const second = scheduler.run([task('c'), task('d')]).catch(() => ended.push('second'));
  expect(await end('a')).toEqual(['a starts', 'a ends', 'b starts']);
  expect(await end('b')).toEqual(['b ends', 'c starts']);
  await first;
  expect([await fail('c'), ended]).toEqual([[], ['first', 'second']]);
  await second;
});

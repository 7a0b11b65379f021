import { expect, test } from 'vitest';
import { Installations } from './installations.ts';

/** Calls `once` for each outcome in the same tick. Gives what happened in order, and what each call returned. */
async function installTogether(...outcomes: ('installs' | 'fails')[]) {
  const installations = new Installations();
  const events: string[] = [];
  let isInstalled = false;
  const calls = outcomes.map((outcome, index) =>
    installations.once(
      'key',
      () => isInstalled,
      async () => {
        events.push(`start ${index}`);
        await new Promise(setImmediate);
        isInstalled = outcome === 'installs';
        events.push(`end ${index}`);
      },
    ),
  );
  return { returned: await Promise.all(calls), events };
}

test('installs once for callers in the same tick', async () => {
  expect(await installTogether('installs', 'installs', 'installs')).toEqual({
    returned: [true, false, false],
    events: ['start 0', 'end 0'],
  });
});

test('leaves a failed installation to the next caller, one at a time', async () => {
  expect(await installTogether('fails', 'fails', 'installs', 'installs')).toEqual({
    returned: [true, true, true, false],
    events: ['start 0', 'end 0', 'start 1', 'end 1', 'start 2', 'end 2'],
  });
});

test('passes an error on to those that wait', async () => {
  const installations = new Installations();
  const install = () =>
    installations.once(
      'key',
      () => false,
      () => Promise.reject(new Error('no network')),
    );
  expect(await Promise.allSettled([install(), install()])).toMatchObject([
    { status: 'rejected', reason: { message: 'no network' } },
    { status: 'rejected', reason: { message: 'no network' } },
  ]);
});

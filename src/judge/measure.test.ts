import { describe, expect, test } from 'vitest';
import { capture, notConfigured, read } from '../../test/readings-builder.ts';
import type { Capture } from '../contract/index.ts';
import { measureBuild, whyNotMeasured } from './measure.ts';

const broken = (why: string) => ({ state: 'broken', why });
const unavailable = (why: string) => ({ state: 'unavailable', why });

describe('decides whether a check was measured', () => {
  test.each<[string, Partial<Capture>, string | null, unknown]>([
    ['exited with 0', {}, null, null],
    ['exited with 1', { exit_code: 1 }, null, null],
    ['timed out', { ended: 'timed_out', exit_code: null, timeout_seconds: 7 }, null, broken('it did not end within 7 s')],
    [
      'filled the disk',
      { ended: 'disk_limit', exit_code: null },
      null,
      broken('it wrote more than `disk_limit_mb`, or half of the free disk space'),
    ],
    ['flooded', { ended: 'output_limit', exit_code: null }, null, broken('it printed more than the output limit')],
    ['interrupted', { ended: 'interrupted', exit_code: null }, null, broken('it was interrupted')],
    ['lost', { ended: 'lost', exit_code: null }, null, broken('two machines were lost while they ran it')],
    ['killed', { exit_code: null, signal: 'SIGKILL' }, null, broken('it was killed by SIGKILL')],
    ['killed by an unknown signal', { exit_code: null }, null, broken('it was killed by a signal')],
    ['not started', { ended: 'not_started', exit_code: null }, null, unavailable('the command could not be started')],
    ['the tool is missing', { exit_code: 127 }, 'sh: ruff: not found', unavailable('sh: ruff: not found')],
  ])('%s', (_title, changes, absentTool, expected) => {
    expect(whyNotMeasured({ capture: capture(changes), absentTool })).toEqual(expected);
  });
});

describe('a build', () => {
  const passed = read(null);
  const failed = read(null, { exit_code: 2 });

  test.each([
    ['passes', passed, { state: 'measured', passed: true, targets: [] }],
    ['fails', failed, { state: 'measured', passed: false, targets: [] }],
    ['is not configured', notConfigured, notConfigured],
    ['had no set-up', broken('the set-up failed') as never, broken('the set-up failed')],
    ['timed out', read(null, { ended: 'timed_out', exit_code: null }), broken('it did not end within 60 s')],
    ['misses its tool', read(null, { exit_code: 127 }, 'sh: make: not found'), unavailable('sh: make: not found')],
  ])('that %s', (_title, build, expected) => {
    expect(measureBuild(build, [])).toEqual(expected);
  });

  test('that fails has the line of the compiler', () => {
    const { reading } = failed as Extract<typeof failed, { state: 'read' }>;
    const error = 'a.cpp:3:5: error: no';
    const build = { state: 'read' as const, reading: { ...reading, loadError: error } };
    expect(measureBuild(build, [])).toEqual({ state: 'measured', passed: false, targets: [], error });
  });

  test('with targets passes if all of them do', () => {
    const web = { name: 'web', build: passed };
    const api = { name: 'api', build: failed };
    const slow = { name: 'slow', build: read(null, { ended: 'timed_out', exit_code: null }) };
    const parts = (...results: [string, boolean][]) => results.map(([name, ok]) => ({ name, passed: ok }));
    const alone = { state: 'measured', passed: true, targets: parts(['web', true]) };
    expect(measureBuild(passed, [web])).toEqual({ ...alone, command_passed: true });
    expect(measureBuild(passed, [web, api, slow])).toEqual({
      state: 'measured',
      passed: false,
      targets: parts(['web', true], ['api', false], ['slow', false]),
      command_passed: true,
    });
    expect(measureBuild(notConfigured, [web])).toEqual(alone);
    expect(measureBuild(failed, [web])).toMatchObject({ passed: false });
    expect(measureBuild(broken('x') as never, [web])).toEqual(broken('x'));
    expect(measureBuild(notConfigured, [{ name: 'web', build: notConfigured }])).toMatchObject({ passed: false });
  });
});

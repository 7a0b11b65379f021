import { expect, test } from 'vitest';
import type { ReportFile } from '../../src/contract/index.ts';
import { readReportData, reportSource } from './report-source.ts';

const log = { run: 'R', candidate: 'a', check: 'test', stream: 'stdout' } as const;
const data: ReportFile = {
  entries: [],
  details: [],
  patches: { a: 'diff of a' },
  executions: [],
  agents: {},
  logs: [{ ...log, bytes: 14, text: 'grün ÉÉ grün' }],
};

test('reads the data of a report file, and null from any other page', () => {
  const page = (text: string | null) => ({
    getElementById: () => (text === null ? null : ({ textContent: text } as HTMLElement)),
  });
  expect(readReportData(page(JSON.stringify(data)))).toEqual(data);
  expect(readReportData(page(null))).toBeNull();
  for (const text of ['{"entries":', '{"entries":[]}', 'null'])
    expect(() => readReportData(page(text)), text).toThrow('The data in this report file is incomplete or damaged.');
});

test('returns what the file contains, and offers neither events nor merges', async () => {
  const source = reportSource(data);
  expect([source.follow, source.merge]).toEqual([null, null]);
  expect(await source.patch('R', 'a')).toBe('diff of a');
  for (const asked of [
    source.patch('R', 'toString'),
    source.patchBetween('R', 'a', 'gone'),
    source.run('R'),
    source.log({ ...log, check: 'lint' }),
  ])
    await expect(asked).rejects.toMatchObject({ code: 'not_in_file' });
});

test('reads logs by offset and searches them case-insensitively', async () => {
  const whole = await reportSource({ ...data, logs: [{ ...log, bytes: 16, text: 'grün ÉÉ grün' }] }).log(log);
  expect(whole.size).toBe(16);
  expect(new TextDecoder().decode(await whole.read(0, 5))).toBe('grün');
  expect(await whole.search('GR', 1)).toEqual({ offsets: [11], next: null });
  expect(await whole.search('grün', 0)).toEqual({ offsets: [0, 11], next: null });
  expect(await whole.search('', 0)).toEqual({ offsets: [], next: null });
});

test('notes that the start of a log is missing', async () => {
  const cut = await reportSource({ ...data, logs: [{ ...log, bytes: 1000, text: 'the end\n' }] }).log(log);
  expect(new TextDecoder().decode(await cut.read(0, cut.size))).toBe(
    '[the first 992 bytes are not in this report file; `hydra ui` shows the whole log]\nthe end\n',
  );
});

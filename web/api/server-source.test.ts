import { afterEach, expect, test, vi } from 'vitest';
import type { HydraEvent } from '../../src/contract/index.ts';
import { serverSource } from './server-source.ts';

afterEach(() => vi.unstubAllGlobals());

/** The EventSource of the browser, with a function that delivers a message. */
class FakeEventSource extends EventTarget {
  static latest: FakeEventSource | null = null;
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.latest = this;
  }

  close(): void {
    this.isClosed = true;
  }

  send(data: string): void {
    this.dispatchEvent(Object.assign(new Event('run'), { data }));
  }
}

function follow() {
  vi.stubGlobal('EventSource', FakeEventSource);
  const events: HydraEvent[] = [];
  const states: string[] = [];
  serverSource().follow?.(
    'a/b',
    4,
    (event) => events.push(event),
    (state) => states.push(state),
  );
  const stream = FakeEventSource.latest;
  if (stream === null) throw new Error('No stream was opened.');
  return { stream, events, states };
}

const note = (seq: number) => ({ schema_version: 1, seq, at: '2026-01-01T00:00:00.000Z', type: 'note', text: `note ${seq}` });

test('delivers each event once', () => {
  const { stream, events, states } = follow();
  expect(stream.url).toBe('/api/runs/a%2Fb/events?after=4');
  for (const seq of [5, 5, 6]) stream.send(JSON.stringify(note(seq)));
  expect(events).toEqual([note(5), note(6)]);
  expect([states, stream.isClosed]).toEqual([[], false]);
});

test.each(['{"seq":', '{"seq":5,"type":"unknown"}', 'null'])('closes the stream at the invalid event %s', (data) => {
  const { stream, events, states } = follow();
  stream.send(data);
  expect([events, states, stream.isClosed]).toEqual([[], ['invalid'], true]);
});

test('rejects a run list with an entry that does not have the form of the contract', async () => {
  vi.stubGlobal('fetch', async () => new Response('[{"id":"R"}]'));
  await expect(serverSource().runs()).rejects.toMatchObject({ code: 'invalid_data' });
});

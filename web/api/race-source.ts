// Starts, lists and stops races through the local server. A report file has no race source.
import {
  agentEntrySchema,
  raceEntrySchema,
  raceResponseSchema,
  rematchSchema,
  type StopRequestBody,
  stopResponseSchema,
} from '../../src/contract/index.ts';
import type { RaceSource } from './data-source.ts';
import { jsonBody, requestJson } from './request.ts';

export function raceSource(): RaceSource {
  return {
    agents: () => requestJson(agentEntrySchema.array(), '/api/agents'),
    races: () => requestJson(raceEntrySchema.array(), '/api/races'),
    rematch: (run, failuresOf) =>
      requestJson(
        rematchSchema,
        `/api/runs/${encodeURIComponent(run)}/rematch${failuresOf === null ? '' : `?failures=${encodeURIComponent(failuresOf)}`}`,
      ),
    start: (question) => requestJson(raceResponseSchema, '/api/races', jsonBody(question)),
    stop: (run, candidate) =>
      requestJson(
        stopResponseSchema,
        `/api/runs/${encodeURIComponent(run)}/stop`,
        jsonBody({ candidate } satisfies StopRequestBody),
      ),
  };
}

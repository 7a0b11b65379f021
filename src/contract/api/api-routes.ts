// Every route of the local server. docs/openapi.json is generated from this list, and a test compares it with
// the routes of the server.
import type { z } from 'zod';
import { eventSchema } from '../files/event.ts';
import { agentStatisticsSchema, attemptEntrySchema } from './agent-statistics.ts';
import { agentStorySchema } from './agent-story.ts';
import {
  acceptRequestSchema,
  acceptResponseSchema,
  agentEntrySchema,
  apiErrorSchema,
  blindRunSchema,
  branchEntrySchema,
  logMatchesSchema,
  mergeRequestSchema,
  mergeResponseSchema,
  pickRequestSchema,
  pickResponseSchema,
  queueReportSchema,
  raceEntrySchema,
  raceRequestSchema,
  raceResponseSchema,
  rematchSchema,
  runDetailSchema,
  runEntrySchema,
  sessionRequestSchema,
  sessionResponseSchema,
  stopRequestSchema,
  stopResponseSchema,
} from './api.ts';
import { executionEntrySchema } from './execution.ts';

/** By their name in docs/openapi.json. */
export const API_SCHEMAS = {
  AcceptResponseBody: acceptResponseSchema,
  AcceptRequestBody: acceptRequestSchema,
  AgentEntry: agentEntrySchema,
  AgentStatistics: agentStatisticsSchema,
  AgentStory: agentStorySchema,
  AttemptEntry: attemptEntrySchema,
  BlindRun: blindRunSchema,
  BranchEntry: branchEntrySchema,
  Error: apiErrorSchema,
  Event: eventSchema,
  ExecutionEntry: executionEntrySchema,
  LogMatches: logMatchesSchema,
  MergeResponseBody: mergeResponseSchema,
  MergeRequestBody: mergeRequestSchema,
  PickResponseBody: pickResponseSchema,
  PickRequestBody: pickRequestSchema,
  QueueReport: queueReportSchema,
  RaceResponseBody: raceResponseSchema,
  RaceEntry: raceEntrySchema,
  RaceRequestBody: raceRequestSchema,
  Rematch: rematchSchema,
  RunDetail: runDetailSchema,
  RunEntry: runEntrySchema,
  SessionResponseBody: sessionResponseSchema,
  SessionRequestBody: sessionRequestSchema,
  StopResponseBody: stopResponseSchema,
  StopRequestBody: stopRequestSchema,
} satisfies Record<string, z.ZodType>;
type ApiSchemaName = keyof typeof API_SCHEMAS;

export interface ApiRoute {
  method: 'get' | 'post';
  /** Below /api, with parameters in braces. */
  path: string;
  id: string;
  summary: string;
  query: readonly { name: string; isRequired: boolean; description: string }[];
  request: ApiSchemaName | null;
  /** text: bytes, supports Range requests. events: server-sent events, each with an Event as its data. */
  response: { status: 200 | 201; form: 'one' | 'list'; schema: ApiSchemaName } | { status: 200; form: 'text' | 'events' };
}

const one = (schema: ApiSchemaName) => ({ status: 200, form: 'one', schema }) as const;
const list = (schema: ApiSchemaName) => ({ status: 200, form: 'list', schema }) as const;
const text = { status: 200, form: 'text' } as const;
const read = { method: 'get', query: [], request: null } as const;
const change = { method: 'post', query: [] } as const;

export const API_ROUTES: readonly ApiRoute[] = [
  {
    ...change,
    path: '/sessions',
    id: 'openSession',
    summary: 'Exchanges the code of an address that `hydra ui` printed for a token. The code is void afterwards.',
    request: 'SessionRequestBody',
    response: { ...one('SessionResponseBody'), status: 201 },
  },
  {
    ...read,
    path: '/runs',
    id: 'listRuns',
    summary: 'The runs of the repository, the newest first.',
    response: list('RunEntry'),
  },
  {
    ...read,
    path: '/runs/{run}',
    id: 'getRun',
    summary: 'A run with its scorecard, facts, decisions and captures.',
    response: one('RunDetail'),
  },
  {
    ...read,
    path: '/runs/{run}/blind',
    id: 'getBlindRun',
    summary: 'A run of `hydra ui --blind` before the pick: letters instead of names, and no scores.',
    response: one('BlindRun'),
  },
  {
    ...change,
    path: '/runs/{run}/pick',
    id: 'pickCandidate',
    summary: 'Picks a candidate of a blind run, stores the decision and reveals the names and scores of the run.',
    request: 'PickRequestBody',
    response: one('PickResponseBody'),
  },
  {
    ...read,
    path: '/runs/{run}/patch/{candidate}',
    id: 'getPatch',
    summary: 'The diff of a candidate against the base. In a blind run the candidate is a letter.',
    response: text,
  },
  {
    ...read,
    path: '/runs/{run}/patch/{first}/{second}',
    id: 'getPatchBetween',
    summary: 'What changes from one candidate to another.',
    response: text,
  },
  {
    ...read,
    path: '/runs/{run}/file/{subject}',
    id: 'getFile',
    summary: 'A text file that a candidate changed, of at most 2 MB. The subject is a candidate, or `base`.',
    query: [{ name: 'path', isRequired: true, description: 'A path from the diff of a candidate.' }],
    response: text,
  },
  {
    ...read,
    path: '/runs/{run}/logs/{subject}/{check}/{stream}',
    id: 'getLog',
    summary: 'What a check wrote. The subject is a candidate, or `base`; the stream is `stdout` or `stderr`.',
    response: text,
  },
  {
    ...read,
    path: '/runs/{run}/logs/{subject}/{check}/{stream}/search',
    id: 'searchLog',
    summary: 'Finds a text in a log, case-insensitive.',
    query: [
      { name: 'q', isRequired: true, description: 'The text, of at most 500 characters.' },
      { name: 'from', isRequired: false, description: 'The byte to begin at; `next` of the response before.' },
    ],
    response: one('LogMatches'),
  },
  {
    ...read,
    path: '/runs/{run}/agent/{candidate}',
    id: 'getAgentStory',
    summary: 'What the agent of a candidate did: how it ended, its messages and tool calls, and its claims about the tests.',
    response: one('AgentStory'),
  },
  {
    ...read,
    path: '/runs/{run}/executions',
    id: 'listExecutions',
    summary: 'Every execution of a check in the run, with its reason, in the order in which they ended.',
    response: list('ExecutionEntry'),
  },
  {
    ...read,
    path: '/runs/{run}/events',
    id: 'followRun',
    summary: 'What happens in the run, as it happens: event `run` for each, `quiet` to keep the connection, `end` at the end.',
    query: [
      {
        name: 'after',
        isRequired: false,
        description: 'The number of the last event that you have; or the header Last-Event-ID.',
      },
    ],
    response: { status: 200, form: 'events' },
  },
  {
    ...change,
    path: '/runs/{run}/merge',
    id: 'mergeCandidate',
    summary: 'Previews a merge, or merges. A forced merge needs the code that `hydra ui` prints in its terminal.',
    request: 'MergeRequestBody',
    response: one('MergeResponseBody'),
  },
  {
    ...change,
    path: '/runs/{run}/accept',
    id: 'acceptTests',
    summary: 'Accepts or rejects contested tests of a candidate, stores the decision and scores the run again.',
    request: 'AcceptRequestBody',
    response: one('AcceptResponseBody'),
  },
  {
    ...change,
    path: '/runs/{run}/stop',
    id: 'stopRun',
    summary: 'Stops one agent of a race, whose work is then scored; or a whole run that this server started.',
    request: 'StopRequestBody',
    response: one('StopResponseBody'),
  },
  {
    ...read,
    path: '/runs/{run}/report',
    id: 'getReport',
    summary: 'The run as a file, as `hydra report` writes it.',
    query: [{ name: 'format', isRequired: true, description: '`html`, `markdown`, `json`, `junit` or `sarif`.' }],
    response: text,
  },
  {
    ...read,
    path: '/runs/{run}/rematch',
    id: 'describeRematch',
    summary: 'The task, base and agents of a run, for another race.',
    query: [
      {
        name: 'failures',
        isRequired: false,
        description: 'A candidate whose failed gates and tests are added to the task.',
      },
    ],
    response: one('Rematch'),
  },
  {
    ...read,
    path: '/branches',
    id: 'listBranches',
    summary: 'The local branches of the repository, the most recently changed first; at most 200.',
    response: list('BranchEntry'),
  },
  {
    ...read,
    path: '/statistics',
    id: 'listStatistics',
    summary: 'What the finished runs say about each agent: wins, mergeable results, cost per success.',
    response: list('AgentStatistics'),
  },
  {
    ...read,
    path: '/attempts',
    id: 'listAttempts',
    summary: 'The candidates of the finished runs with their result, score and cost: at most 2,000, the newest first.',
    response: list('AttemptEntry'),
  },
  {
    ...read,
    path: '/agents',
    id: 'listAgents',
    summary: 'The agents that can race here, and whether each is ready.',
    response: list('AgentEntry'),
  },
  {
    ...read,
    path: '/queue',
    id: 'getQueue',
    summary: 'The pools, workers and jobs of the queue that `hydra ui` was started with, at most a second old.',
    response: one('QueueReport'),
  },
  {
    ...read,
    path: '/races',
    id: 'listRaces',
    summary: 'The races that this server started, the newest first, and how each went.',
    response: list('RaceEntry'),
  },
  {
    ...change,
    path: '/races',
    id: 'startRace',
    summary: 'Starts a race. The response comes as soon as the run can be looked at and followed.',
    request: 'RaceRequestBody',
    response: { ...one('RaceResponseBody'), status: 201 },
  },
];

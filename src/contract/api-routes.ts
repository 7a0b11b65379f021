// Every route of the local server. docs/openapi.json is generated from this list, and a test compares it with
// the routes of the server.
import type { z } from 'zod';
import {
  acceptAnswerSchema,
  acceptQuestionSchema,
  agentEntrySchema,
  apiErrorSchema,
  logMatchesSchema,
  mergeAnswerSchema,
  mergeQuestionSchema,
  raceAnswerSchema,
  raceEntrySchema,
  raceQuestionSchema,
  runDetailSchema,
  runEntrySchema,
  stopAnswerSchema,
  stopQuestionSchema,
} from './api.ts';
import { eventSchema } from './event.ts';
import { executionEntrySchema } from './execution.ts';

/** By their name in docs/openapi.json. */
export const API_SCHEMAS = {
  AcceptAnswer: acceptAnswerSchema,
  AcceptQuestion: acceptQuestionSchema,
  AgentEntry: agentEntrySchema,
  Error: apiErrorSchema,
  Event: eventSchema,
  ExecutionEntry: executionEntrySchema,
  LogMatches: logMatchesSchema,
  MergeAnswer: mergeAnswerSchema,
  MergeQuestion: mergeQuestionSchema,
  RaceAnswer: raceAnswerSchema,
  RaceEntry: raceEntrySchema,
  RaceQuestion: raceQuestionSchema,
  RunDetail: runDetailSchema,
  RunEntry: runEntrySchema,
  StopAnswer: stopAnswerSchema,
  StopQuestion: stopQuestionSchema,
} satisfies Record<string, z.ZodType>;
export type ApiSchemaName = keyof typeof API_SCHEMAS;

export interface ApiRoute {
  method: 'get' | 'post';
  /** Below /api, with parameters in braces. */
  path: string;
  id: string;
  summary: string;
  query: readonly { name: string; isRequired: boolean; description: string }[];
  question: ApiSchemaName | null;
  /** text: bytes, supports Range requests. events: server-sent events, each with an Event as its data. */
  answer: { status: 200 | 201; form: 'one' | 'list'; schema: ApiSchemaName } | { status: 200; form: 'text' | 'events' };
}

const one = (schema: ApiSchemaName) => ({ status: 200, form: 'one', schema }) as const;
const list = (schema: ApiSchemaName) => ({ status: 200, form: 'list', schema }) as const;
const text = { status: 200, form: 'text' } as const;
const read = { method: 'get', query: [], question: null } as const;
const change = { method: 'post', query: [] } as const;

export const API_ROUTES: readonly ApiRoute[] = [
  { ...read, path: '/runs', id: 'listRuns', summary: 'The runs of the repository, the newest first.', answer: list('RunEntry') },
  {
    ...read,
    path: '/runs/{run}',
    id: 'getRun',
    summary: 'A run with its scorecard, facts, decisions and captures.',
    answer: one('RunDetail'),
  },
  {
    ...read,
    path: '/runs/{run}/patch/{candidate}',
    id: 'getPatch',
    summary: 'The diff of a candidate against the base.',
    answer: text,
  },
  {
    ...read,
    path: '/runs/{run}/patch/{first}/{second}',
    id: 'getPatchBetween',
    summary: 'What changes from one candidate to another.',
    answer: text,
  },
  {
    ...read,
    path: '/runs/{run}/logs/{subject}/{check}/{stream}',
    id: 'getLog',
    summary: 'What a check wrote. The subject is a candidate, or `base`; the stream is `stdout` or `stderr`.',
    answer: text,
  },
  {
    ...read,
    path: '/runs/{run}/logs/{subject}/{check}/{stream}/search',
    id: 'searchLog',
    summary: 'Where a text stands in a log, without regard to capitals.',
    query: [
      { name: 'q', isRequired: true, description: 'The text, of at most 500 characters.' },
      { name: 'from', isRequired: false, description: 'The byte to begin at; `next` of the answer before.' },
    ],
    answer: one('LogMatches'),
  },
  {
    ...read,
    path: '/runs/{run}/executions',
    id: 'listExecutions',
    summary: 'Every execution of a check in the run, with its reason, in the order in which they ended.',
    answer: list('ExecutionEntry'),
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
    answer: { status: 200, form: 'events' },
  },
  {
    ...change,
    path: '/runs/{run}/merge',
    id: 'mergeCandidate',
    summary: 'What merging a candidate would do, or doing it.',
    question: 'MergeQuestion',
    answer: one('MergeAnswer'),
  },
  {
    ...change,
    path: '/runs/{run}/accept',
    id: 'acceptTests',
    summary: 'Accepts or rejects contested tests of a candidate, stores the decision and scores the run again.',
    question: 'AcceptQuestion',
    answer: one('AcceptAnswer'),
  },
  {
    ...change,
    path: '/runs/{run}/stop',
    id: 'stopRun',
    summary: 'Stops one agent of a race, whose work is then scored; or a whole run that this server started.',
    question: 'StopQuestion',
    answer: one('StopAnswer'),
  },
  {
    ...read,
    path: '/agents',
    id: 'listAgents',
    summary: 'The agents that can race here, and whether each is ready.',
    answer: list('AgentEntry'),
  },
  {
    ...read,
    path: '/races',
    id: 'listRaces',
    summary: 'The races that this server started, the newest first, and how each went.',
    answer: list('RaceEntry'),
  },
  {
    ...change,
    path: '/races',
    id: 'startRace',
    summary: 'Starts a race. The answer comes as soon as the run can be looked at and followed.',
    question: 'RaceQuestion',
    answer: { ...one('RaceAnswer'), status: 201 },
  },
];

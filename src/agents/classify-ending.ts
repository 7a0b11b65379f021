// How an agent's attempt ended: its stop reason, exit code, own report and last lines of output in, a kind and its cause out.
// Pure. The output is untrusted; it decides only the kind of a failure, never whether there is one.
import {
  type AgentEnding,
  type AgentRecord,
  type EndingKind,
  type Policy,
  plainEnding,
  type StopReason,
} from '../contract/index.ts';
import type { AgentAdapter } from './adapter.ts';

export interface AttemptEnd
  extends Pick<AgentRecord, 'ended' | 'stopped' | 'exit_code' | 'signal' | 'outcome' | 'failure' | 'tool_calls'> {
  /** The kind that the program itself reports; null if it reports none. */
  reported: EndingKind | null;
  /** The last lines of stderr and of plain stdout, oldest first. */
  lastLines: readonly string[];
}

type RaceLimits = Policy['race'];

const LIMIT_SETTINGS: Record<Exclude<StopReason, 'output_limit' | 'cancelled'>, keyof RaceLimits> = {
  start_timeout: 'start_timeout_seconds',
  idle_timeout: 'idle_timeout_seconds',
  timeout: 'timeout_seconds',
  agent_budget_usd: 'agent_budget_usd',
  agent_budget_tokens: 'agent_budget_tokens',
  budget_usd: 'budget_usd',
  budget_tokens: 'budget_tokens',
  disk_limit: 'disk_limit_mb',
};

export function classifyEnding(adapter: Pick<AgentAdapter, 'exitKinds'>, end: AttemptEnd, limits: RaceLimits): AgentEnding {
  const { ended, stopped, exit_code: exitCode, signal, outcome } = end;
  const line = failureLine(end);
  const plain = plainEnding({ ended, exit_code: exitCode, stopped, signal, hasFailed: outcome === 'failed', failure: line });
  if (stopped !== null && plain.kind !== 'not_started')
    return { kind: plain.kind, cause: limitText(stopped, limits, end.lastLines) };
  if (plain.kind !== 'crashed' && plain.kind !== 'failed') return plain;
  const byCode = exitCode === null ? undefined : adapter.exitKinds?.[exitCode];
  return { kind: end.reported ?? byCode ?? kindOfLine(line) ?? plain.kind, cause: plain.cause };
}

/** An agent that waits for input, such as a login, often says so before it goes silent. */
function limitText(stopped: StopReason, limits: RaceLimits, lastLines: readonly string[]): string | null {
  if (stopped === 'output_limit' || stopped === 'cancelled') return null;
  const setting = LIMIT_SETTINGS[stopped];
  const last = /^(?:idle|start)_timeout$/.test(stopped) ? (lastLines.map(oneLine).findLast((line) => line !== '') ?? null) : null;
  return `${setting} = ${String(limits[setting])}${last === null ? '' : `, last line: ${last}`}`;
}

/** The agent's own reason; else the line of its last output that tells most. */
function failureLine({ failure, tool_calls: calls, lastLines }: AttemptEnd): string | null {
  if (failure !== null) return oneLine(failure);
  const lines = lastLines.map(oneLine).filter((line) => line !== '');
  // An agent that worked may print errors of the project: only its very last line is about itself.
  const telling = calls > 0 ? undefined : lines.findLast((line) => kindOfLine(line) !== null);
  return telling ?? lines.findLast((line) => ERROR.test(line)) ?? lines.at(-1) ?? null;
}

const MAX_CAUSE_LENGTH = 200;

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= MAX_CAUSE_LENGTH ? line : `${line.slice(0, MAX_CAUSE_LENGTH)}…`;
}

/** A stack trace follows the line that names the error. */
const ERROR = /^(?:\w{0,40}(?:Error|Exception)\b|error\b|fatal\b|panic)/i;

const KEY = `(?:api[ _-]?key|x-api-key|(?:auth|access|oauth|bearer)[ _-]?token|credentials?|authentication (?:information|method|token))`;
/** By the texts that agent programs and the APIs behind them print. */
const KINDS: readonly (readonly [EndingKind, RegExp])[] = [
  [
    'failed_login',
    new RegExp(
      [
        String.raw`\b401\b.{0,40}\bunauthori[sz]ed\b|\bunauthori[sz]ed\b.{0,20}\b401\b|\bunauthenticated\b`,
        String.raw`\bauthentication(?:_| )(?:failed|required|error|failure)\b|\bfailed to authenticate\b|\bProviderAuthError\b`,
        String.raw`\bnot (?:logged|signed) in\b|\b(?:login|log in|sign in) (?:failed|required|expired)\b|\bfailed to log ?in\b`,
        String.raw`\b(?:please|must|need to|first|to) (?:run |use )?\S{0,20} ?(?:/login\b|log ?in\b|sign in\b|authenticate\b)`,
        String.raw`\b(?:invalid|incorrect|missing|expired|no|wrong)\b.{0,20}(?<![a-z])${KEY}`,
        String.raw`(?<![a-z])${KEY}\b.{0,20}\b(?:not (?:found|valid|set|provided)|(?:is|has|was) (?:invalid|missing|required|expired|revoked))\b`,
      ].join('|'),
      'i',
    ),
  ],
  ['turn_limit', /\bmax(?:imum)?[ _-](?:number of )?(?:session[ _-])?turns\b|\bturn limit\b/i],
  [
    'usage_limit',
    /\b(?:rate|usage|session|weekly) limit\b|\brate_limit|\binsufficient[ _]quota\b|\bquota\b.{0,20}\bexceeded\b|\bexceeded\b.{0,30}\bquota\b|\bcredit balance is too low\b|\b429\b.{0,20}\btoo many requests\b|\bhit your limit\b/i,
  ],
];

function kindOfLine(line: string | null): EndingKind | null {
  return line === null ? null : (KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? null);
}

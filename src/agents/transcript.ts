// Converts an agent's output, line by line, to events and totals. Pure and deterministic.
import { type AgentRecord, type EndingKind, type Price, UNKNOWN_USAGE, type Usage } from '../contract/index.ts';
import { type AgentAdapter, type AgentEvent, Json, sum, type UsagePart, type UsageReport } from './adapter.ts';
import { costOf } from './prices.ts';

/** An event as reported: usage is the total so far. */
export type ToldEvent =
  | Exclude<AgentEvent, UsageReport>
  | { kind: 'usage'; usage: Usage; cost_usd: number | null }
  | { kind: 'warning'; text: string };

export type TranscriptSums = Pick<
  AgentRecord,
  'outcome' | 'failure' | 'final_message' | 'usage' | 'cost_usd' | 'cost_source' | 'models' | 'tool_calls'
>;

export interface Transcript {
  /** One line of stdout, without its newline. */
  read(line: string): ToldEvent[];
  /** An event from another source, such as a usage file. */
  add(event: AgentEvent): ToldEvent[];
  sums(): TranscriptSums;
  /** The cause of the failure, if the program's format names it. */
  reportedEnding(): EndingKind | null;
}

export interface TranscriptSettings {
  /** The requested model, if the agent does not report the one it used. */
  model: string | null;
  /** From hydra.toml, by model. */
  prices: Readonly<Record<string, Price>>;
}

export function openTranscript(adapter: AgentAdapter, settings: TranscriptSettings): Transcript {
  const readLine = adapter.createReader();
  const ledger = openLedger(settings);
  let hasWarned = false;
  let outcome: TranscriptSums['outcome'] = null;
  let failure: string | null = null;
  let reported: EndingKind | null = null;
  let finalMessage: string | null = null;
  let toolCalls = 0;

  const add = (event: AgentEvent): ToldEvent[] => {
    if (event.kind === 'usage') return [{ kind: 'usage', ...ledger.add(event) }];
    if ('text' in event && event.text === '') return [];
    if (event.kind === 'tool_call') toolCalls += 1;
    if (event.kind === 'message') finalMessage = event.text;
    if (event.kind === 'completed') {
      outcome = 'completed';
      failure = null;
      reported = null;
      finalMessage = event.text ?? finalMessage;
    }
    if (event.kind === 'failed') {
      outcome = 'failed';
      failure = event.reason;
      reported = event.ending ?? null;
    }
    return [event];
  };

  const readText = (line: string): ToldEvent[] => {
    const told = add({ kind: 'progress', text: line });
    if (adapter.output === 'text' || hasWarned) return told;
    hasWarned = true;
    const text = `${adapter.program} printed something else than its JSON; that is kept as plain text and may hide its usage`;
    return [{ kind: 'warning', text }, ...told];
  };

  return {
    read(line) {
      if (line.trim() === '') return [];
      const value = adapter.output === 'json' ? parseObject(line) : null;
      return value === null ? readText(line) : readLine(new Json(value)).flatMap(add);
    },
    add,
    sums: () => ({ outcome, failure, final_message: finalMessage, ...ledger.sums(), tool_calls: toolCalls }),
    reportedEnding: () => reported,
  };
}

/** Null if the line is not a JSON object. */
function parseObject(line: string): object | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(line) as object;
  } catch {
    return null;
  }
}

type LedgerSums = Pick<TranscriptSums, 'usage' | 'cost_usd' | 'cost_source' | 'models'>;

/** Usage by model: each has its own price. */
function openLedger({ model: askedModel, prices }: TranscriptSettings) {
  let byModel = new Map<string | null, Usage>();
  let reportedCost: number | null = null;
  let hasReport = false;

  const put = ({ model, usage }: UsagePart) => {
    const key = model ?? askedModel;
    const earlier = byModel.get(key);
    byModel.set(key, earlier === undefined ? usage : addUsage(earlier, usage));
  };
  const sums = (): LedgerSums => {
    const usages = [...byModel.values()];
    const usage = usages.length === 0 ? UNKNOWN_USAGE : usages.reduce(addUsage);
    const models = [...byModel.keys()].filter((model) => model !== null).sort();
    if (reportedCost !== null) return { usage, models, cost_usd: reportedCost, cost_source: 'reported' };
    const costs = [...byModel].map(([model, own]) => costOf(model, own, prices));
    const cost = costs.length === 0 ? null : sum(...costs);
    return { usage, models, cost_usd: cost, cost_source: cost === null ? 'unknown' : 'prices' };
  };

  return {
    sums,
    add({ scope, parts, costUsd }: UsageReport): { usage: Usage; cost_usd: number | null } {
      // A sum of steps is known only if every step reported its cost.
      reportedCost = scope === 'total' || !hasReport ? costUsd : sum(reportedCost, costUsd);
      if (scope === 'total') byModel = new Map();
      hasReport = true;
      for (const part of parts) put(part);
      const { usage, cost_usd } = sums();
      return { usage, cost_usd };
    },
  };
}

function addUsage(one: Usage, other: Usage): Usage {
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    cached_input_tokens: sum(one.cached_input_tokens, other.cached_input_tokens),
    cache_write_tokens: sum(one.cache_write_tokens, other.cache_write_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    // Known for the sum only if it is known for both.
    ...(one.cache_write_1h_tokens === undefined || other.cache_write_1h_tokens === undefined
      ? {}
      : { cache_write_1h_tokens: sum(one.cache_write_1h_tokens, other.cache_write_1h_tokens) }),
  };
}

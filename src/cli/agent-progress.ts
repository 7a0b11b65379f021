// Progress of an agent in one line. Its text is untrusted: it could contain terminal escapes.
import type { HydraEvent, Usage } from '../contract/index.ts';
import { visibleText } from '../report/index.ts';
import { usdText } from '../text/index.ts';

const LONGEST = 100;

/** Null for events that are not shown, and for those of checks. */
export function agentLine(event: HydraEvent): string | null {
  if (event.type === 'race_warning') return `warning: ${event.text}`;
  if (!event.type.startsWith('agent_')) return null;
  const text = textOf(event);
  return text === null ? null : `${visibleText((event as { candidate: string }).candidate)}: ${text}`;
}

function textOf(event: HydraEvent): string | null {
  switch (event.type) {
    case 'agent_started':
      return `started${event.version === null ? '' : ` (${oneLine(event.version)})`}`;
    case 'agent_message':
      return `says ${oneLine(event.text)}`;
    case 'agent_tool_call':
      return `${oneLine(event.tool)} ${oneLine(event.detail)}`;
    case 'agent_warning':
      return `warning: ${oneLine(event.text, 300)}`;
    case 'agent_failed':
      return `failed: ${oneLine(event.reason)}`;
    case 'agent_finished':
      return finishedText(event);
    default:
      return null;
  }
}

function finishedText(event: Extract<HydraEvent, { type: 'agent_finished' }>): string {
  const { ended, stopped, exit_code, duration_ms, usage, cost_usd, changed_files } = event;
  const byItself = ended === 'exited' ? `ended with ${exit_code ?? 'a signal'}` : ended.replace('_', ' ');
  const how = exit_code === 0 && stopped === null ? 'finished' : byItself;
  const why = stopped === null || stopped === ended ? '' : ` (${stopped.replaceAll('_', ' ')})`;
  const files = `${changed_files} ${changed_files === 1 ? 'file' : 'files'} changed`;
  const used = [tokenText(usage), cost_usd === null ? null : usdText(cost_usd)].filter((part) => part !== null);
  return [`${how}${why} after ${(duration_ms / 1000).toFixed(1)} s`, files, ...used].join(', ');
}

function tokenText({ input_tokens: input, output_tokens: output }: Usage): string | null {
  if (input === null && output === null) return null;
  return `${input ?? 'unknown'} tokens in, ${output ?? 'unknown'} out`;
}

function oneLine(text: string, longest = LONGEST): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return visibleText(line.length > longest ? `${line.slice(0, longest)}…` : line);
}

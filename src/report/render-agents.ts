// Renders the statistics of agents, one block each.
import type { AgentStatistics, Rate } from '../contract/index.ts';
import { counted, usdText } from '../text/index.ts';
import { scoreText } from './number-text.ts';
import { visibleText } from './terminal-text.ts';

export function renderAgents(agents: readonly AgentStatistics[]): string {
  if (agents.length === 0) return 'No finished runs yet. Create one with `hydra race "TASK" --agents a,b`.\n';
  return `${agents.map(renderAgent).join('\n\n')}\n`;
}

function renderAgent(agent: AgentStatistics): string {
  const { attempts, runs, wins, mergeable, caught, cost, repeated } = agent;
  const model = agent.model === null ? '' : ` (${visibleText(agent.model)})`;
  const tries = attempts === runs ? '' : `, ${counted(attempts, 'attempt')}`;
  return [
    `${visibleText(agent.agent)}${model}: ${counted(runs, 'run')}${tries}`,
    line('wins', rateText(wins, attempts, agent.win_rate, agent.too_few_runs)),
    line('mergeable', rateText(mergeable, attempts, agent.mergeable_rate, agent.too_few_runs)),
    line('caught', `${caught} with an integrity error`),
    line('median', `total ${scoreText(agent.median_total)}, time ${timeText(agent.median_duration_ms)}`),
    line('cost', costText(cost)),
    ...(repeated === null ? [] : [line('repeated', repeatedText(repeated))]),
  ].join('\n');
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(10)} ${text}`;
}

function rateText(count: number, of: number, { value, low, high }: Rate, isTooFew: boolean): string {
  const counts = `${count} of ${of}`;
  return isTooFew
    ? `${counts}, too few runs for a rate`
    : `${counts}, ${percent(value)} (95%: ${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function timeText(milliseconds: number | null): string {
  if (milliseconds === null) return 'unknown';
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function costText({
  reported,
  estimated,
  unknown,
  per_mergeable_usd: merged,
  per_win_usd: won,
}: AgentStatistics['cost']): string {
  if (reported + estimated === 0) return 'unknown';
  const of = [
    [reported, 'reported'],
    [estimated, 'estimated from tokens'],
    [unknown, 'unknown and left out'],
  ] as const;
  const sources = of.flatMap(([count, how]) => (count === 0 ? [] : [`${count} ${how}`])).join(', ');
  return `${usd(merged)} per mergeable result, ${usd(won)} per win (${sources})`;
}

function usd(amount: number | null): string {
  return amount === null ? 'none' : usdText(amount);
}

function repeatedText({ tasks, flips, pass }: NonNullable<AgentStatistics['repeated']>): string {
  const chances = pass.map(({ k, value, tasks: of }) => `pass^${k} ${percent(value)} (${counted(of, 'task')})`).join(', ');
  return `${counted(tasks, 'task')}: ${chances}; the result differs between attempts in ${flips}`;
}

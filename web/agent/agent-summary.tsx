// How an agent ended, and its program, model, time, tokens and cost.
import { type AgentStory, type CandidateFacts, isFailedAttempt } from '../../src/contract/index.ts';
import { endingText, endingWords, usdText } from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText, durationText } from '../format/numbers.ts';
import './agent-summary.css';

export function AgentEnd({ story }: { story: AgentStory }) {
  const { ending } = story;
  return (
    <p className="agent-end">
      <Badge tone={isFailedAttempt(ending) ? 'bad' : 'good'}>
        <SafeText text={isFailedAttempt(ending) ? endingText(ending) : endingWords(ending)} />
      </Badge>
    </p>
  );
}

const COST_SOURCES: Record<AgentStory['cost_source'], string> = {
  reported: '',
  prices: ', estimated from its tokens',
  unknown: '',
};

export function AgentFactList({ story, candidate }: { story: AgentStory; candidate: CandidateFacts }) {
  const { agent, model, models, version, usage, usage_is_final: isFinal, cost_usd: cost } = story;
  const named = model ?? (models.length === 0 ? 'default' : models.join(', '));
  const atLeast = isFinal ? '' : 'at least ';
  const files = candidate.diff.files.length;
  const facts: [string, string][] = [
    ['Program', version === null ? agent : `${agent} ${version}`],
    ['Model', named],
    ['Time', durationText(story.duration_ms)],
    ['Tokens', usage.input_tokens === null && usage.output_tokens === null ? 'unknown' : `${atLeast}${tokenText(usage)}`],
    ['Cost', cost === null ? 'unknown' : `${atLeast}${usdText(cost)}${COST_SOURCES[story.cost_source]}`],
    ['Work', `${countText(story.tool_calls, 'tool call')}, ${countText(files, 'changed file')}`],
  ];
  return (
    <dl className="agent-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <SafeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function tokenText({ input_tokens: input, cached_input_tokens: cached, output_tokens: output }: AgentStory['usage']): string {
  const count = (value: number | null) => (value === null ? '?' : value.toLocaleString('en'));
  return `${count(input)} in${cached === null || cached === 0 ? '' : ` (${count(cached)} cached)`}, ${count(output)} out`;
}

// Prices of models in USD per million tokens, for agents that report their tokens but not their cost.
// Only models with one price for any length of the context: otherwise the price would be a guess.
import type { Price, Usage } from '../contract/index.ts';

/** The date of the prices below; [prices] in hydra.toml overrides them. */
export const PRICES_DATE = '2026-02-28';

export const PRICES: Readonly<Record<string, Price>> = {
  // A cache write costs 1.25 times the input for five minutes, and twice the input for an hour.
  'claude-opus-4-6': { input: 5, cached_input: 0.5, cache_write: 6.25, cache_write_1h: 10, output: 25 },
  'claude-opus-4-5': { input: 5, cached_input: 0.5, cache_write: 6.25, cache_write_1h: 10, output: 25 },
  'claude-haiku-4-5': { input: 1, cached_input: 0.1, cache_write: 1.25, cache_write_1h: 2, output: 5 },
  'gpt-5.3-codex': { input: 1.75, cached_input: 0.175, output: 14 },
  'gpt-5.2-codex': { input: 1.75, cached_input: 0.175, output: 14 },
  'gpt-5.2': { input: 1.75, cached_input: 0.175, output: 14 },
  'gpt-5.1-codex-max': { input: 1.25, cached_input: 0.125, output: 10 },
  'gpt-5.1-codex-mini': { input: 0.25, cached_input: 0.025, output: 2 },
  'gpt-5.1-codex': { input: 1.25, cached_input: 0.125, output: 10 },
  'gpt-5.1': { input: 1.25, cached_input: 0.125, output: 10 },
  'gpt-5-codex': { input: 1.25, cached_input: 0.125, output: 10 },
  'gpt-5': { input: 1.25, cached_input: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached_input: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached_input: 0.005, output: 0.4 },
  'gpt-4.1': { input: 2, cached_input: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached_input: 0.1, output: 1.6 },
  'o4-mini': { input: 1.1, cached_input: 0.275, output: 4.4 },
};

const MILLION = 1_000_000;

/** Null unless the model, every kind of its tokens and their prices are known. */
export function costOf(model: string | null, usage: Usage, own: Readonly<Record<string, Price>>): number | null {
  const price = model === null ? undefined : (member(own, model) ?? member(PRICES, model));
  const { input_tokens: input, output_tokens: output } = usage;
  if (price === undefined || input === null || output === null) return null;
  // If an agent does not report cached tokens separately, all of its input or none may have been cached.
  if (usage.cached_input_tokens === null && price.cached_input !== price.input) return null;
  const cached = priced(usage.cached_input_tokens ?? 0, price.cached_input);
  const written = costOfWrites(usage, price);
  if (cached === null || written === null) return null;
  const fresh = Math.max(0, input - (usage.cached_input_tokens ?? 0) - (usage.cache_write_tokens ?? 0));
  return cached + written + (fresh * price.input + output * price.output) / MILLION;
}

/** Only providers that charge more for cache writes report them separately. Null if their lifetimes decide and are unknown. */
function costOfWrites({ cache_write_tokens: all, cache_write_1h_tokens: hour }: Usage, price: Price): number | null {
  if (all === null || all === 0) return 0;
  if (price.cache_write_1h === undefined) return priced(all, price.cache_write);
  if (hour === undefined || hour === null) return null;
  const [long, short] = [priced(hour, price.cache_write_1h), priced(Math.max(0, all - hour), price.cache_write)];
  return long === null || short === null ? null : long + short;
}

function priced(tokens: number, price: number | undefined): number | null {
  if (tokens === 0) return 0;
  return price === undefined ? null : (tokens * price) / MILLION;
}

/** A model may be called `constructor`. */
function member(prices: Readonly<Record<string, Price>>, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

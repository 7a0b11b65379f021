// Every effective value with its origin, for `hydra explain --policy`.
import { leavesOf } from './policy-leaves.ts';
import type { Origin, ResolvedPolicy } from './resolve-policy.ts';
import { formatKey, formatValue } from './toml-text.ts';

export interface PolicyRow {
  key: string;
  value: string;
  origin: string;
}

/** In the order of the policy, which is the order of docs/configuration.md. */
export function listPolicyValues({ policy, origins }: ResolvedPolicy): PolicyRow[] {
  const { schema_version: _fixed, ...settable } = policy;
  return leavesOf(settable).map(({ path, value }) => {
    const key = formatKey(path);
    // `profile = false` is not valid.
    const text = key === 'scoring.profile' && value === null ? 'none' : formatValue(value);
    return { key, value: text, origin: originText(origins.get(key) ?? { source: 'default' }) };
  });
}

function originText(origin: Origin): string {
  switch (origin.source) {
    case 'flag':
      return origin.flag;
    case 'file':
      return `${origin.file}:${origin.line}`;
    case 'profile':
      return `profile ${origin.profile}`;
    case 'preset':
      return `preset ${origin.preset}`;
    case 'default':
      return 'default';
  }
}

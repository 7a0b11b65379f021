// Hydra.toml to a policy. Text in, policy out; reading the file is the caller's.
export { listPolicyValues } from './explain-policy.ts';
export { type PolicyOverrides, type ResolvedPolicy, resolvePolicy } from './resolve-policy.ts';
export { closestName } from './suggest.ts';
export { formatValue } from './toml-text.ts';

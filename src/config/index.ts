// Resolves the text of hydra.toml to a policy. The caller reads the file.
export { editWeights } from './edit-weights.ts';
export { listPolicyValues } from './explain-policy.ts';
export { type PolicyOverrides, type ResolvedPolicy, resolvePolicy } from './resolve-policy.ts';
export { closestName } from './suggest.ts';
export { formatValue } from './toml-text.ts';
export { unknownDimensionError } from './unknown-dimension.ts';

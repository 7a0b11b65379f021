// Room contract: the nouns of Hydra. Everything imports it; it imports nothing of ours.
export * from './canonical-json.ts';
export * from './capture.ts';
export * from './check.ts';
export * from './decision.ts';
export * from './diff.ts';
export * from './dimension.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './facts.ts';
export * from './finding.ts';
export * from './hash.ts';
export * from './policy.ts';
export * from './run.ts';
export * from './scorecard.ts';
export * from './stored.ts';
export * from './summary.ts';
export * from './version.ts';

// Which changes of a candidate stay in the pinned tree.
export { type BaseLayout, describeBase, filesForLayout } from './layout.ts';
export { isInert } from './places.ts';
export { type ChangedText, planPinning } from './plan-pinning.ts';

// The public interface of scoring, for other modules and the browser.
export { changedLines, churnOf } from './change-size.ts';
export { type Dimension, scoreOf } from './dimension.ts';
export { DIMENSIONS, dimensionsOf } from './dimensions/index.ts';
export { matchPaths } from './path-patterns.ts';
export { scoreFacts } from './score-facts.ts';

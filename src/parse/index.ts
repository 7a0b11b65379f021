// Raw output or a report -> summary.

export { countsOf, linesOfScript, readCoverage, type ScriptFunction } from './coverage/index.ts';
export { readMetric } from './metric/read-metric.ts';
export { findAbsentTool } from './missing-tool.ts';
export type { ParseKind } from './parse-output.ts';
export { fillDetails } from './reconcile/fill-details.ts';
export { findUnreachable } from './unreachable-service.ts';

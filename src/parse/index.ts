// Room parse: raw output or a report -> summary.
export { findAbsentTool } from './absent-tool.ts';
export { openOutputParser, type ParseKind } from './parse-output.ts';

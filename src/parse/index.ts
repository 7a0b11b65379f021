// Raw output or a report -> summary.
export { findAbsentTool } from './absent-tool.ts';
export { countsOf, linesOfScript, readCoverage, type ScriptFunction } from './coverage/index.ts';
export { openOutputParser, type ParseKind } from './parse-output.ts';

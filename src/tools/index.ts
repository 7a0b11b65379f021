// What Hydra knows about test runners: one folder each under runners/.
export { openOutputParser } from './parsers.ts';
export { runnerOf, selectFiles, selectTests, shuffleTests } from './select.ts';
export type { TestRunner } from './tool.ts';

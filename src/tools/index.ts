// What Hydra knows about tools: one folder each.
export { CONFIG_FILES, FILE_SUPPRESSIONS, SUPPRESSIONS } from './code-checkers.ts';
export { asksRuntime, measuredLanguages } from './coverage.ts';
export { packagesIn, scriptsIn } from './package-json.ts';
export { findLoadError, openOutputParser } from './parsers.ts';
export { type CommandTree, commandsOf, describesCommands, runPrograms, whyNotRun } from './programs/index.ts';
export { asksForReports, expandScripts, keepGoing, listEveryTest, requestReports } from './report.ts';
export { RUNNERS } from './runners/index.ts';
export { runnerOf, selectFiles, selectTests, shuffleTests } from './select.ts';
export { isTestByNameAlone, MIXED_FILES, mixedFile, type SupportRole, supportRole } from './test-support.ts';
export type { ReportRequest, TestRunner, TestToWrite, WrittenFile } from './tool.ts';
export { placeTestFile, type TestFileRequest, testTitle, writableLanguages, writeTestFile } from './write-test-file.ts';

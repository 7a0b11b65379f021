// Decides from the results so far which executions are needed next.
export { describePlanned, type ExplainPlan } from './explain-plan.ts';
export { planAcceptance, planBaseline, planCandidate } from './first-captures.ts';
export { planFurther } from './further-captures.ts';
export { planBaseCoverage } from './plan-coverage.ts';
export { requestChangesResults } from './plan-plain-run.ts';
export type { AbsentAuthor, Standing } from './planning.ts';
export { isTestModule, judgeChangedTests, loadsSources } from './test-modules.ts';
export type { ChosenCall, IndependentTree, NeededCall, TestSelector } from './test-selector.ts';
export { type TestSource, testFilesOf } from './test-sources.ts';

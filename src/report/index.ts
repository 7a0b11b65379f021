// Renders results as text. Pure: it prints nothing and decides nothing.

export { renderAgents } from './render-agents.ts';
export { renderDifference } from './render-difference.ts';
export { renderError } from './render-error.ts';
export { renderExamples } from './render-examples.ts';
export { renderExecutions } from './render-executions.ts';
export { renderExplanation } from './render-explanation.ts';
export { DATA_MARK, renderHtml } from './render-html.ts';
export { renderJunit } from './render-junit.ts';
export { renderMarkdown } from './render-markdown.ts';
export { renderMergePlan } from './render-merge.ts';
export { renderPolicy } from './render-policy.ts';
export { renderQuestion } from './render-question.ts';
export { renderQueue } from './render-queue.ts';
export { renderRanking } from './render-ranking.ts';
export { renderReasons } from './render-reasons.ts';
export { renderReport } from './render-report.ts';
export { renderResult } from './render-result.ts';
export { renderRuns } from './render-runs.ts';
export { renderSarif } from './render-sarif.ts';
export { renderTask } from './render-task.ts';
export { renderTestMatrix } from './render-test-matrix.ts';
export { renderTuning } from './render-tuning.ts';
export { visibleText } from './terminal-text.ts';

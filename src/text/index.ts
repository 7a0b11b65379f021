// Sentences and words that the terminal, Markdown, stored reasons and the page share.

export { endingText, endingWords, failedAttemptText } from './agent-ending.ts';
export {
  askCommand,
  givenAnswers,
  questionIntroduction,
  questionText,
  solutionsText,
} from './answers-text.ts';
export { type ApplyingDimension, applyingDimensions } from './applying-dimensions.ts';
export { attributionTexts } from './attribution-text.ts';
export { breaksText, brokenNames, brokenShare, fixesText, type Share } from './broken-tests.ts';
export { examplesText, passedExamples } from './examples-text.ts';
export { closestCandidate, compareFacts, displayOrder, SAME_RESULTS, whyOut } from './fact-comparison.ts';
export { causeOf, foldFindings } from './finding-cause.ts';
export { lostPoints } from './lost-points.ts';
export { type MeasuredFacts, measuredFacts } from './measured-facts.ts';
export { measuredFactsText } from './measured-facts-text.ts';
export { metricText, metricTexts } from './metric-text.ts';
export { failureMessage, isFailing, movedTests, resultOnBase, resultWith, type ShownResult } from './moved-tests.ts';
export { machineWords, poolTitle } from './pool-text.ts';
export { changedMeanwhileText, repositoryChangesText, repositoryWritesText } from './repository-writes.ts';
export { type ScoreLine, scoreInWords } from './score-in-words.ts';
export { shellCommand } from './shell-command.ts';
export { startsNotes } from './starts-text.ts';
export {
  acceptanceText,
  authorText,
  failureOf,
  hasVote,
  NO_VOTE_REASONS,
  outcomeOf,
  type SeparatingTest,
  separatingTests,
  sharedTestsText,
  soleTestsText,
  testsWith,
  testsWithVote,
} from './task-tests.ts';
export { undoMergeCommand } from './undo-merge.ts';
export { usdText } from './usd-text.ts';
export { joinNames, placeText, uncheckedText, VERDICT_WORDS, verdictText } from './verdict-text.ts';
export { visibleText } from './visible-text.ts';
export { counted, dimensionName, dimensionWord, refusalWords } from './words.ts';

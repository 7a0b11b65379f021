// Renders a scorecard as Markdown for a pull-request comment. Names and messages come from candidates:
// they must not become a link, an image, HTML or a mention.
import { coverageText, describeIndependentRun, type Ranking, type Scorecard, sandboxNotes } from '../contract/index.ts';
import {
  applyingDimensions,
  askCommand,
  attributionTexts,
  dimensionName,
  examplesText,
  failedAttemptText,
  givenAnswers,
  joinNames,
  metricTexts,
  placeText,
  questionIntroduction,
  separatingTests,
  startsNotes,
  verdictText,
} from '../text/index.ts';
import { scoreText } from './number-text.ts';
import { oneLine } from './render-task.ts';
import { scoreCell } from './score-cell.ts';
import { cutEnd, visibleText } from './terminal-text.ts';

const FINDINGS_SHOWN = 20;
const TESTS_SHOWN = 10;

const MAX_TASK_LENGTH = 300;
/** Of a call, and of an answer. */
const MAX_CODE_LENGTH = 200;

export function renderMarkdown(scorecard: Scorecard, task: string | null = null): string {
  const { rankings, verdict } = scorecard;
  const { label, text } = verdictText(scorecard);
  const applying = applyingDimensions(rankings).map(({ id }) => id);
  const header = ['#', 'candidate', 'total', ...applying.map(dimensionName), 'verdict'];
  const rows = rankings.map((ranking) => [
    placeText(ranking, verdict),
    codeText(ranking.agent),
    scoreText(ranking.total),
    ...applying.map((id) => scoreCell(ranking, id)),
    verdictOf(ranking),
  ]);
  const lines = [
    `### Hydra: ${headline(scorecard)}`,
    '',
    `**${label}**: ${plainText(text)}`,
    '',
    ...(task === null ? [] : [`Task: ${plainText(cutEnd(oneLine(task), MAX_TASK_LENGTH))}`, '']),
    `| ${header.join(' | ')} |`,
    `|${header.map((_name, index) => (index === 1 || index === header.length - 1 ? '---' : '---:')).join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...firmnessOf(scorecard),
    ...scorecard.degraded.map(({ dimension, why }) => `- not measured: ${dimension}: ${plainText(why)}`),
    ...[...startsNotes(scorecard.starts), ...sandboxNotes(scorecard.sandbox)].map((note) => `- ${plainText(note)}`),
    ...exampleLines(scorecard),
    ...questionLines(scorecard),
    ...testLines(scorecard),
    ...metricLines(rankings),
    ...attributionLines(rankings),
    ...coverageLines(rankings),
    ...independentLines(rankings),
    ...findingLines(rankings),
  ];
  const footer = `<sub>run ${plainText(scorecard.run_id)}, scoring ${scorecard.scoring_version}, policy ${scorecard.policy_hash.slice(0, 12)}</sub>`;
  return `${[...lines, '', footer].join('\n')}\n`;
}

function headline({ verdict }: Scorecard): string {
  const names = verdict.leaders.map(codeText);
  if (verdict.class === 'likely') return `likely ${joinNames(names)}, not proven`;
  if (verdict.class === 'level') return `level: ${joinNames(names)}`;
  if (verdict.class === 'contested') return 'decision needed';
  if (verdict.class === 'unproven') return 'unproven, no winner';
  return verdict.class === 'none' ? 'nothing to merge' : `merge ${joinNames(names)}`;
}

function verdictOf({ mergeable, needs_review, gates, ending }: Ranking): string {
  const ended = failedAttemptText(ending);
  const reasons = gates.filter(({ passed }) => passed === false).map(({ reason }) => reason);
  // The gate against empty diffs may already say it.
  const told = ended === null || reasons.some((reason) => reason.includes(ended)) ? reasons : [ended, ...reasons];
  const verdict = mergeable ? 'mergeable' : needs_review ? 'needs review' : 'not mergeable';
  return told.length === 0 ? verdict : `${verdict}: ${told.map(plainText).join('; ')}`;
}

/** Tests precede the total, and speed, cost and new tests do not decide. */
function leadText(margin: number): string {
  return margin < 0 ? `first with a total that is ${scoreText(-margin)} points lower` : `${scoreText(margin)} points ahead`;
}

function firmnessOf({ winner, margin, sensitivity, firmness, rankings }: Scorecard): string[] {
  if (winner === undefined || winner === null || sensitivity === null) return [];
  const others = rankings.filter(({ agent, mergeable }) => mergeable && agent !== winner);
  const only = `the only mergeable one${others.length === 0 ? '' : ' whose agent finished'}`;
  const lead = margin === null ? only : leadText(margin);
  const doubts = firmness.reasons.length === 0 ? '' : ` Too close to call: ${plainText(firmness.reasons.join('; '))}.`;
  const { winner_stays: stays, settings } = sensitivity;
  return [`${codeText(winner)} is ${lead} and stays first in ${stays} of ${settings} weight settings.${doubts}`];
}

function exampleLines(scorecard: Scorecard): string[] {
  const text = examplesText(scorecard);
  return text === null ? [] : ['', `Examples of the task: ${plainText(text)}.`];
}

/** The most telling question, with a row for each answer. */
function questionLines(scorecard: Scorecard): string[] {
  const [question] = scorecard.questions ?? [];
  const introduction = questionIntroduction(scorecard);
  if (question === undefined || introduction === null) return [];
  const code = (text: string) => codeText(cutEnd(visibleText(text), MAX_CODE_LENGTH));
  return [
    '',
    `${introduction} ${code(question.call)}`,
    '',
    ...givenAnswers(question).map(({ who, answer }) => `- ${plainText(who)}: ${code(answer)}`),
    '',
    `Which is right? ${codeText(askCommand(scorecard))}`,
  ];
}

/** The new tests that separate the candidates, one row each. */
function testLines(scorecard: Scorecard): string[] {
  const tests = separatingTests(scorecard);
  if (tests.length === 0) return [];
  const more = tests.length - TESTS_SHOWN;
  const rows = tests.slice(0, TESTS_SHOWN).map(({ id, author, isScored, passes, fails, cannotRun, flaky }) => {
    const outcomes = [passes, fails, [...cannotRun, ...flaky]].map((names) => names.map(codeText).join(', '));
    return [codeText(id), `${codeText(author)}${isScored ? '' : ', not scored'}`, ...outcomes];
  });
  return [
    '',
    '| new test | by | passes | fails | no result |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ...(more > 0 ? [`- and ${more} more new tests`] : []),
  ];
}

const ATTRIBUTIONS_SHOWN = 5;

function attributionLines(rankings: readonly Ranking[]): string[] {
  const lines = rankings.flatMap(({ agent, attribution }) => {
    const groups = attribution?.groups.slice(0, ATTRIBUTIONS_SHOWN) ?? [];
    return attributionTexts({ groups }).map((text) => `- ${codeText(agent)}: ${plainText(text)}`);
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

function metricLines(rankings: readonly Ranking[]): string[] {
  const lines = rankings.flatMap((ranking) =>
    metricTexts(ranking).map((text) => `- ${codeText(ranking.agent)}: ${plainText(text)}`),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

function coverageLines(rankings: readonly Ranking[]): string[] {
  const lines = rankings.flatMap(({ agent, coverage }) => {
    const text = coverage === undefined ? null : coverageText(coverage);
    return text === null ? [] : [`- ${codeText(agent)}: ${text}`];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

function independentLines(rankings: readonly Ranking[]): string[] {
  const lines = rankings.flatMap(({ agent, independent }) =>
    independent === undefined ? [] : [`- ${codeText(agent)}: ${plainText(describeIndependentRun(independent))}`],
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

function findingLines(rankings: readonly Ranking[]): string[] {
  const lines = rankings.flatMap(({ agent, findings }) =>
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(
        ({ severity, message, place }) =>
          `- ${severity}: ${codeText(agent)}: ${plainText(message)}${place === null ? '' : ` (${codeText(place.path)})`}`,
      ),
  );
  const more = lines.length - FINDINGS_SHOWN;
  return lines.length === 0 ? [] : ['', ...lines.slice(0, FINDINGS_SHOWN), ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** A code span whose content cannot close it or the table cell. */
function codeText(text: string): string {
  return `\`${visibleText(text).replaceAll('`', "'").replaceAll('|', '\u00a6')}\``;
}

/** Characters that Markdown or HTML interpret. */
const SYNTAX = /[\\`*_{}[\]()<>#+!|~@&:]/g;
/** Characters that form a mention, a reference or a link even as an entity: an invisible character is inserted after them. */
const JOINTS = /(?<=[@#!%~$])(?=\w)|(?<=:)(?=\/\/)|(?<=www)(?=\.)|(?<=\bGH)(?=-\d)/i;
const INVISIBLE = '&#8203;';

function plainText(text: string): string {
  const entity = (character: string) => `&#${character.charCodeAt(0)};`;
  return visibleText(text)
    .split(JOINTS)
    .map((part) => part.replace(SYNTAX, entity))
    .join(INVISIBLE);
}

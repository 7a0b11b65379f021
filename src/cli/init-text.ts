// The output of `hydra init`: the text of hydra.toml, and a short report on what to install or fix.
import { formatValue } from '../config/index.ts';
import { DEFAULT_POLICY, DIMENSION_IDS } from '../contract/index.ts';
import { adviceFor, type PlannedCommand, type PlannedSettings, PROPOSED_CHECKS, type ProposedCheck } from '../doctor/index.ts';
import { visibleText } from '../text/index.ts';

const MAX_FAILURES_SHOWN = 4;
const BY_HAND = 'write the commands you use into [scoring.commands]';

/** Commands and outputs are untrusted text: control characters are made visible. */
export function describeSettings(plan: PlannedSettings, file: string): string {
  const { profile, because, notes, checks, wasTried } = plan;
  const head = profile === null ? `Wrote ${file}: ${because}.` : `Wrote ${file} with the profile ${profile}: ${because}.`;
  const lines = [
    head,
    ...(profile === null ? [] : setupLines(plan)),
    ...(profile === null ? [] : PROPOSED_CHECKS.flatMap((check) => checkLines(plan, check))),
    ...notes.map((note) => `note: ${note}`),
    '',
    `Next: ${nextStep(checks, wasTried)}.`,
  ];
  return `${lines.map(visibleText).join('\n')}\n`;
}

function nextStep(checks: PlannedSettings['checks'], wasTried: boolean): string {
  if (checks.test === null && checks.build === null) return `${BY_HAND}, then \`hydra doctor\``;
  const scored = '`hydra score NAME=BRANCH ...`';
  if (!wasTried) return `\`hydra doctor\`, then ${scored}`;
  return checks.test === null ? `${BY_HAND} to measure tests, or ${scored} with the build alone` : scored;
}

function setupLines({ setup, failedSetups }: PlannedSettings): string[] {
  const linked = setup.link.map((path) => `  link: ${path} (${setup.because})`);
  const failed = failedSetups.map(({ command, why }) => `  set-up: \`${command}\` failed: ${why}`);
  const advice = failedSetups.map(({ why }) => adviceFor(why)).find((text) => text !== null);
  if (setup.command === null && advice !== undefined)
    failed.push(`    ${advice}, or set [workspace] setup to a command that works.`);
  return [...failed, ...(setup.command === null ? linked : [`  set-up: ${setup.command} (${setup.because})`])];
}

function checkLines({ checks, failed, passedOver, wasTried }: PlannedSettings, check: ProposedCheck): string[] {
  const kept = checks[check];
  if (kept !== null) {
    const missing = wasTried ? undefined : failed[check].find(({ command }) => command === kept.command);
    const line = `  ${check}: ${kept.command} (${missing === undefined ? measuredText(kept) : missing.why})`;
    const others = passedOver[check].map(({ command, why }) => `    not \`${command}\`: ${why}`);
    return [line, ...others, ...(kept.measured?.isPartial ? moreToMeasure(failed[check]) : [])];
  }
  if (failed[check].length === 0) return [`  ${check}: none found`];
  const shown = failed[check].slice(0, MAX_FAILURES_SHOWN).map(({ command, why }) => `    \`${command}\` failed: ${why}`);
  const advice = failed[check].map(({ why }) => adviceFor(why)).find((text) => text !== null) ?? 'Make one of them work';
  const more = failed[check].length - shown.length;
  return [
    `  ${check}: none works`,
    ...shown,
    ...(more > 0 ? [`    and ${more} more`] : []),
    `    ${advice}, or write a command that works into [scoring.commands].`,
  ];
}

/** What was missing in an earlier attempt, if tests fail on the base or cannot be parsed. */
function moreToMeasure(failed: PlannedSettings['failed'][ProposedCheck]): string[] {
  const found = failed.find(({ why }) => adviceFor(why) !== null);
  return found === undefined ? [] : [`    ${adviceFor(found.why)} to measure more: ${found.why}`];
}

function measuredText({ because, measured }: PlannedCommand): string {
  if (measured === null) return because;
  return `${figuresText(measured)}; ${because}`;
}

function figuresText({ figures, precision }: NonNullable<PlannedCommand['measured']>): string {
  return precision === null ? figures : `${figures}, ${precision}`;
}

export function renderSettings(plan: PlannedSettings): string {
  const { profile } = plan;
  const commands = PROPOSED_CHECKS.map((check) => commandText(plan, check));
  return `# How Hydra measures and ranks attempts at a task in this repository.
# Every key with its default: docs/configuration.md; \`hydra explain --policy\` shows the values in force.

[scoring]
${profile === null ? '# profile = "make"' : `profile = ${formatValue(profile)}`}

# What runs on the base and on every candidate. false switches a check off.
[scoring.commands]
${commands.join('\n')}
${workspaceText(plan)}
# How much each dimension counts. What cannot be measured gives its weight to the others.
[scoring.weights]
${weightLines().join('\n')}

# What a candidate must meet to be mergeable.
[scoring.gates]
require_build_pass = true
max_test_regression_percent = 0

[scoring.diff_scope]
max_files_soft = 20
max_churn_soft = 800
protected_paths = []        # for example ["infra/", "scripts/release/"]
`;
}

/** The dimensions that count by default. */
function weightLines(): string[] {
  const { weights } = DEFAULT_POLICY.scoring;
  return DIMENSION_IDS.filter((id) => weights[id] > 0).map((id) => `${id} = ${weights[id]}`);
}

function commandText({ checks, failed, passedOver, profile }: PlannedSettings, check: ProposedCheck): string {
  const kept = checks[check];
  if (kept !== null) {
    const measured = kept.measured === null ? '' : ` Measured: ${figuresText(kept.measured)}.`;
    const others = passedOver[check].map(({ command, why }) => comment(`not \`${command}\`: ${why}.`)).join('');
    return `${comment(`${kept.because}.${measured}`)}${others}${check} = ${formatValue(kept.command)}`;
  }
  if (profile === null) return `# ${check} = "..."`;
  const tried = failed[check].slice(0, MAX_FAILURES_SHOWN).map(({ command, why }) => comment(`\`${command}\` failed: ${why}`));
  return `${tried.length === 0 ? comment('No command was found.') : tried.join('')}${check} = false`;
}

function workspaceText({ setup }: PlannedSettings): string {
  const lines = [
    ...(setup.value === null ? [] : [`setup = ${formatValue(setup.value)}`]),
    ...(setup.link.length === 0 ? [] : [`link = ${formatValue(setup.link)}`]),
  ];
  if (lines.length === 0) return '';
  return `\n# How the dependencies get into every checkout.\n[workspace]\n${comment(`${setup.because}.`)}${lines.join('\n')}\n`;
}

function comment(text: string): string {
  const line = visibleText(text);
  // A sentence starts with a capital letter; a file name keeps its case.
  const isFileName = /^\S*[./]/.test(line);
  return `# ${isFileName ? line : `${line.charAt(0).toUpperCase()}${line.slice(1)}`}\n`;
}

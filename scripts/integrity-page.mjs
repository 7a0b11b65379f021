// docs/integrity.md: the reference of integrity rules, rendered from the rules themselves.

/** @typedef {import('../src/judge/index.ts').IntegrityRule} IntegrityRule */

const SEVERITIES = /** @type {const} */ (['error', 'warning', 'info']);

const INTRODUCTION = `# Integrity rules

Generated from \`src/judge/rules/\` by \`npm run generate\`: change it there.

An integrity finding is a sign that a candidate made the checks pass by changing the checks instead of the code. Each has a
rule id, a severity, a message and usually a file with line numbers. [gaming.md](gaming.md) describes the runs that the
rules compare, and which tricks no rule finds.

| Severity | Effect |
|---|---|
| \`error\` | The candidate is not mergeable. |
| \`warning\` | Shown beside the candidate; decides between candidates with the same score. |
| \`info\` | Shown in the details only. |

## Allow a finding

- By path: \`[scoring.integrity.allow]\` with the rule id and path patterns. Works for findings that name a file.
- By severity: \`[scoring.integrity.severity]\` with the rule id and \`"error"\`, \`"warning"\`, \`"info"\` or \`"off"\`. Works for all.

\`\`\`toml
[scoring.integrity.allow]
snapshots_rewritten = ["web/**"]

[scoring.integrity.severity]
suppressions_added = "info"
\`\`\`
`;

const OTHER_FINDINGS = `## Findings without a rule

| Id | Severity | What it reports |
|---|---|---|
| \`protected_path\` | \`warning\` | A change to a path in \`[scoring.diff_scope] protected_paths\`. |
| \`flaky_on_candidate\` | \`warning\` | A test that passes and fails with this candidate only, and always gives the same result on the base. |
| \`flaky_new_tests\` | \`warning\` | A new test that fails in one of its further runs. |
| \`change_not_tested\` | \`warning\`, \`info\` | A change of which no test executes any line ([coverage of the change](gaming.md#coverage-of-the-change)). |
| \`no_effect\` | \`warning\`, \`info\` | A change that gives the answers of the base to every call that was compared, and passes no test that fails there. A warning where the task is shown to ask for other behavior: the candidate is then never first ([answers](evidence.md#answers)). |
| \`changes_answers\` | \`warning\` | A change that gives other answers than the base, where most independent solutions give the same and nothing shows that the task asks for other behavior. |
`;

/** @param {readonly IntegrityRule[]} rules */
export function renderIntegrityPage(rules) {
  return [INTRODUCTION, renderTable(rules), ...rules.map(renderRule), OTHER_FINDINGS].join('\n');
}

/** @param {readonly IntegrityRule[]} rules */
function renderTable(rules) {
  const rows = rules.map(
    (rule) =>
      `| [\`${rule.id}\`](#${rule.id}) | ${severitiesOf(rule)} | ${rule.title} | ${rule.scope === 'file' ? 'path' : 'severity'} |`,
  );
  return ['## Rules', '', '| Rule | Severity | What it looks for | Allow by |', '|---|---|---|---|', ...rows, ''].join('\n');
}

/** All severities of a rule, the most severe first. */
function severitiesOf(/** @type {IntegrityRule} */ { severity, otherSeverities }) {
  return SEVERITIES.filter((each) => each === severity || otherSeverities[each] !== undefined)
    .map((each) => `\`${each}\``)
    .join(', ');
}

function renderRule(/** @type {IntegrityRule} */ rule) {
  const { id, title, docs } = rule;
  const parts = [
    `### ${id}`,
    title,
    `**Severity.** ${severityText(rule)}`,
    `**What it catches.** ${docs.catches}`,
    `**Why.** ${docs.why}`,
    typeof docs.example === 'string' ? `**Example.** ${docs.example}` : `**Example.**\n\n${renderDiff(docs.example)}`,
    `**To allow it.** ${docs.allow} ${settingOf(rule)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function severityText(/** @type {IntegrityRule} */ { severity, otherSeverities }) {
  const others = Object.entries(otherSeverities).map(([other, condition]) => `\`${other}\` if ${condition}.`);
  return [`\`${severity}\`.`, ...others].join(' ');
}

function settingOf(/** @type {IntegrityRule} */ { id, scope, severity }) {
  if (severity === 'info') return `Setting: \`${id} = "off"\` under \`[scoring.integrity.severity]\`.`;
  return scope === 'file'
    ? `Setting: \`${id} = ["path/**"]\` under \`[scoring.integrity.allow]\`.`
    : `Setting: \`${id} = "info"\` or \`"off"\` under \`[scoring.integrity.severity]\`.`;
}

function renderDiff(/** @type {import('../src/judge/index.ts').ExampleChange} */ example) {
  const files = Object.entries(example).map(([name, lines]) => {
    const path = name.replace(/^(?:new|link):/, '');
    return [name === path ? `--- a/${path}` : '--- /dev/null', `+++ b/${path}`, ...lines].join('\n');
  });
  return `\`\`\`diff\n${files.join('\n')}\n\`\`\``;
}

// Renders docs/tools.md: what each test runner supports.

const INTRO = `# Tools

Generated from \`src/tools/runners/\` by \`npm run generate\`: change it there. What Hydra knows about a test runner is in its folder.
An empty cell is something that Hydra cannot do with the runner; \`src/tools/tool.ts\` explains each part.

- Parse: the console output and reports whose results Hydra reads; the names are those in summaries.
- Report: how Hydra gets a machine-readable report without a change of the settings of the project.
- Selection: what Hydra can run alone, by a change of the command.
- Order: whether the whole suite can run in another order.
- Coverage: the language whose changed lines Hydra can measure while the tests run.
- Examples: the languages in which Hydra writes tests for the runner, from the examples of a task and from answers of a user.
- Configuration: whether changed settings of the runner are recognized by the names of their files.
`;

/** @param {readonly import('../src/tools/index.ts').TestRunner[]} runners */
export function renderToolsPage(runners) {
  const rows = [...runners].sort((one, other) => (one.id < other.id ? -1 : 1)).map(rowOf);
  const columns = ['runner', 'parse', 'report', 'selection', 'order', 'coverage', 'examples', 'configuration'];
  const table = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${INTRO}\n${table.join('\n')}\n`;
}

/** @param {import('../src/tools/index.ts').TestRunner} runner */
function rowOf({ id, parse, report, listEveryTest, selectTests, selectFiles, shuffle, coverage, write, configFiles }) {
  const reports = [
    report?.request === undefined ? [] : ['requested'],
    report?.left === undefined ? [] : ['of the build'],
    listEveryTest === undefined ? [] : ['in its output'],
  ];
  const selections = [selectTests === undefined ? [] : ['tests'], selectFiles === undefined ? [] : ['files']];
  return [
    id,
    [...new Set(parse.map((parser) => `\`${parser.id}\``))].join(', '),
    reports.flat().join(', '),
    selections.flat().join(', '),
    shuffle === undefined ? '' : 'yes',
    coverage?.language ?? '',
    write?.languages.join(', ') ?? '',
    configFiles === undefined ? '' : 'yes',
  ];
}

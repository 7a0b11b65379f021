// Room cli: `hydra init` writes a first hydra.toml from what the repository shows. It asks nothing.
import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { type DetectedProject, detectProject, findProjectRoot } from '../pipeline/index.ts';
import type { Outcome } from './exit-code.ts';

const FILE = 'hydra.toml';

export async function init({ force }: { force?: boolean }): Promise<Outcome> {
  const root = await findProjectRoot(process.cwd());
  const path = join(root, FILE);
  const shown = relative(process.cwd(), path);
  if (existsSync(path) && !force) throw hydraError('config_exists', {}, { place: { file: shown } });
  const project = detectProject(root);
  writeFileSync(path, renderConfig(project));
  return { text: describe(project, shown), exitCode: 0 };
}

function describe(project: DetectedProject | null, file: string): string {
  if (project === null) {
    return `Wrote ${file}. Nothing here says how the project is built and tested.\n\nNext: write the commands you use into [scoring.commands], then \`hydra doctor\`.\n`;
  }
  const lines = Object.entries(project.commands).map(([check, found]) => {
    if (found === null) return `  ${check}: none found\n`;
    const missing = found.missing === null ? '' : `; ${found.missing} is not on the PATH`;
    return `  ${check}: ${found.command} (${found.because}${missing})\n`;
  });
  const next = Object.values(project.commands).every((found) => found === null)
    ? 'write the commands you use into [scoring.commands], then `hydra doctor`'
    : '`hydra doctor`, then `hydra score NAME=BRANCH ...`';
  return `Wrote ${file} with the profile ${project.profile}: ${project.because}.\n${lines.join('')}\nNext: ${next}.\n`;
}

function renderConfig(project: DetectedProject | null): string {
  const commands = (['build', 'test', 'lint'] as const).map((check) => {
    const found = project?.commands[check] ?? null;
    if (found === null) return project === null ? `# ${check} = "..."` : `${check} = false        # none was found`;
    return `${check} = ${JSON.stringify(found.command)}        # ${found.because}`;
  });
  return `# How Hydra measures and ranks attempts at a task in this repository.
# Every key with its default: docs/configuration.md; \`hydra explain --policy\` shows the values in force.

[scoring]
${project === null ? '# profile = "make"' : `profile = ${JSON.stringify(project.profile)}`}

# What runs on the base and on every candidate. false switches a check off.
[scoring.commands]
${commands.join('\n')}

# How much each dimension counts. What cannot be measured gives its weight to the others.
[scoring.weights]
build = 30
tests = 30
lint = 15
diff_scope = 15
speed = 10

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

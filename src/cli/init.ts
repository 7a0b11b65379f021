// `hydra init`: writes a hydra.toml whose commands were tried on the base. It is not interactive.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { findProjectRoot, type PlannedSettings, planSettings, writeSettings } from '../doctor/index.ts';
import { EXIT_NOTHING_MEASURED, type Outcome } from './exit-code.ts';
import { openSearchProgress } from './init-progress.ts';
import { describeSettings, renderSettings } from './init-text.ts';
import { withInterrupt } from './interrupt.ts';

const FILE = 'hydra.toml';

export interface InitOptions {
  force?: boolean;
  /** Commander turns --no-run into false. */
  run: boolean;
}

export async function init({ force, run }: InitOptions): Promise<Outcome> {
  const root = await findProjectRoot(process.cwd());
  const path = join(root, FILE);
  const shown = relative(process.cwd(), path);
  if (existsSync(path) && !force) throw hydraError('config_exists', {}, { place: { file: shown } });
  const progress = openSearchProgress(process.stderr);
  let plan: PlannedSettings;
  try {
    plan = await withInterrupt((signal) => planSettings({ root, run, signal, progress }));
  } finally {
    progress.close();
  }
  writeSettings(path, renderSettings(plan));
  return { text: describeSettings(plan, shown), exitCode: isUsable(plan) ? 0 : EXIT_NOTHING_MEASURED };
}

/** Without a build or tests no run proves anything. */
function isUsable({ checks }: PlannedSettings): boolean {
  return checks.test !== null || checks.build !== null;
}

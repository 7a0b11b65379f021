// `hydra init`: the settings to write, found by trying the proposals on the base, or derived from the files alone.
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { hydraError } from '../contract/index.ts';
import { findRepository, resolveCommit } from '../git/index.ts';
import type { ProfileId } from '../profiles/index.ts';
import { writeFileAtomically } from '../store/index.ts';
import { detectProjects } from './detect-project.ts';
import {
  type FailedCommand,
  type FoundCommands,
  findCommands,
  MAX_SEARCH_SECONDS,
  type SearchProgress,
} from './find-commands.ts';
import { missingTool } from './installed-tools.ts';
import { BEST_GRADE } from './judge-attempt.ts';
import { NO_SETUP, PROPOSED_CHECKS, type ProjectProposals, type ProposedCheck, type SetupProposal } from './proposal.ts';
import { inTrialArea } from './try-checks.ts';
import { detectWorkingSetup } from './working-settings.ts';

export interface PlannedCommand {
  command: string;
  because: string;
  /** What it measured on the base; null when it was not tried. */
  measured: { figures: string; precision: string | null; isPartial: boolean } | null;
}

export interface PlannedSettings {
  /** Null if the ecosystem is unknown. */
  profile: ProfileId | null;
  because: string;
  wasTried: boolean;
  setup: {
    /** For `[workspace] setup`; null to keep "auto". */
    value: string | false | null;
    link: readonly string[];
    /** What is installed, as shown to the user; null for nothing. */
    command: string | null;
    because: string;
  };
  checks: Record<ProposedCheck, PlannedCommand | null>;
  failed: Record<ProposedCheck, readonly FailedCommand[]>;
  /** Commands that work and were not chosen, with the reason. */
  passedOver: Record<ProposedCheck, readonly FailedCommand[]>;
  failedSetups: readonly FailedCommand[];
  notes: readonly string[];
}

export interface PlanRequest {
  /** The folder that hydra.toml is written to. */
  root: string;
  /** Whether the proposals are tried. */
  run: boolean;
  signal: AbortSignal;
  progress: SearchProgress;
}

export async function planSettings({ root, run, signal, progress }: PlanRequest): Promise<PlannedSettings> {
  const projects = await detectProjects(root);
  const [first] = projects;
  if (first === undefined) return NOTHING_SHOWS;
  if (!run) return fromFiles(first, []);
  const repository = await findRepository(root);
  const base = await resolveCommit(repository, 'HEAD');
  if (base === null) return fromFiles(first, ['There is no commit yet; the commands were not tried.']);
  try {
    const { found, isCutShort } = await inTrialArea(repository, base, (area) =>
      findCommands(area, projects, { signal, progress }),
    );
    const limit = `The search ended after its time limit of ${MAX_SEARCH_SECONDS / 60} minutes.`;
    return found === null ? fromFiles(first, [limit]) : fromTrials(root, found, isCutShort ? [limit] : []);
  } catch (error) {
    throw signal.aborted ? hydraError('init_interrupted', {}) : error;
  }
}

/** The root of the repository, where hydra.toml is expected. */
export async function findProjectRoot(folder: string): Promise<string> {
  const { root, isBare } = await findRepository(folder);
  if (isBare) throw hydraError('no_working_tree', { folder: root }, { place: { file: root } });
  return root;
}

/** Atomic: an interrupted command does not change the file. Links and permissions stay as they are. */
export function writeSettings(file: string, text: string): void {
  if (!existsSync(file)) {
    writeFileAtomically(file, text);
    return;
  }
  const target = realpathSync(file);
  const { mode } = statSync(target);
  writeFileAtomically(target, text);
  chmodSync(target, mode);
}

const NOTHING_SHOWS: PlannedSettings = {
  profile: null,
  because: 'no file at the top of the repository shows how it is built and tested',
  wasTried: false,
  setup: { value: null, link: [], command: null, because: '' },
  checks: { build: null, test: null, lint: null },
  failed: { build: [], test: [], lint: [] },
  passedOver: { build: [], test: [], lint: [] },
  failedSetups: [],
  notes: [],
};

/** The first proposal of each check whose program is installed. */
function fromFiles(project: ProjectProposals, notes: readonly string[]): PlannedSettings {
  const choose = (check: ProposedCheck): PlannedCommand | null => {
    const proposals = project.checks[check];
    const chosen = proposals.find(({ command }) => missingTool(command) === null) ?? proposals[0];
    return chosen === undefined ? null : { command: chosen.command, because: chosen.because, measured: null };
  };
  const missing = (check: ProposedCheck) =>
    project.checks[check].flatMap(({ command }) => {
      const tool = missingTool(command);
      return tool === null ? [] : [{ command, why: `${tool} is not installed` }];
    });
  const setup = project.withoutInstall[0] ?? project.installs[0] ?? NO_SETUP;
  const { profile, because } = project;
  return {
    ...{ profile, because, wasTried: false, failedSetups: [] },
    setup: { ...setup, value: setup.setup === 'auto' ? null : setup.setup, link: [] },
    checks: { build: choose('build'), test: choose('test'), lint: choose('lint') },
    failed: { build: missing('build'), test: missing('test'), lint: missing('lint') },
    passedOver: { build: [], test: [], lint: [] },
    notes: [...project.notes, ...notes],
  };
}

function fromTrials(root: string, found: FoundCommands, notes: readonly string[]): PlannedSettings {
  const { project, setup, kept, failed, passedOver, failedSetups } = found;
  const { profile, because } = project;
  const checks = Object.fromEntries(
    PROPOSED_CHECKS.map((check) => {
      const command = kept[check];
      if (command === null) return [check, null];
      const { figures, precision, grade, failed: failures } = command.verdict;
      const measured = { figures, precision, isPartial: failures > 0 || grade < BEST_GRADE };
      return [check, { command: command.command, because: command.because, measured }];
    }),
  ) as PlannedSettings['checks'];
  const value = setupValue(root, setup);
  return {
    profile,
    because,
    wasTried: true,
    setup: { ...setup, value },
    checks,
    failed,
    passedOver,
    failedSetups,
    notes: [...project.notes, ...notes],
  };
}

/** `setup` is written only if "auto" would do something else. */
function setupValue(root: string, { setup }: SetupProposal): string | false | null {
  if (setup === 'auto') return null;
  if (setup !== null) return setup;
  return detectWorkingSetup(root) === null ? null : false;
}

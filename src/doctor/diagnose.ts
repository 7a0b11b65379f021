// `hydra doctor`: checks that this machine and this repository are ready for a run.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { HydraError, type Policy, planChecks, planMetricChecks } from '../contract/index.ts';
import { probeSandbox, runProgram } from '../exec/index.ts';
import { findRepository, type Repository, resolveCommit } from '../git/index.ts';
import { checkAgents } from './diagnose-agents.ts';
import type { Diagnostic } from './diagnostic.ts';
import { missingTool } from './installed-tools.ts';
import { listWithheld } from './list-withheld.ts';
import { CONFIG_FILE, detectWorkingSetup, readWorkingSettings } from './working-settings.ts';

const OLDEST_GIT = [2, 31] as const;
const LOW_DISK_GIGABYTES = 2;

export async function diagnose(cwd: string): Promise<Diagnostic[]> {
  const results: Diagnostic[] = [await checkGit()];
  let repository: Repository;
  try {
    repository = await findRepository(cwd);
  } catch (error) {
    if (error instanceof HydraError)
      return [...results, { state: 'fault', subject: 'repository', text: error.message, next: error.next }];
    throw error;
  }
  const settings = readSettings(repository);
  return [
    ...results,
    await checkHead(repository),
    ...(settings.policy === null ? settings.faults : await checkSettings(repository, settings.policy)),
    checkDisk('disk for workspaces', tmpdir()),
    checkDisk('disk for runs', repository.root),
    await checkSandbox(settings.policy?.sandbox.mode ?? 'auto'),
    ...listWithheld(settings.policy?.scoring.environment?.variables ?? []),
  ];
}

async function checkGit(): Promise<Diagnostic> {
  const { stdout, exitCode } = await runProgram('git', ['--version'], { env: { PATH: process.env.PATH ?? '' } });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? [];
  const isNewEnough = Number(major) > OLDEST_GIT[0] || (Number(major) === OLDEST_GIT[0] && Number(minor) >= OLDEST_GIT[1]);
  const text = exitCode === 0 ? `${stdout.toString('utf8').trim()}, Node ${process.version}` : 'git is not installed';
  return {
    state: isNewEnough ? 'ok' : 'fault',
    subject: 'git',
    text,
    next: isNewEnough ? null : `Install git ${OLDEST_GIT.join('.')} or later.`,
  };
}

async function checkHead(repository: Repository): Promise<Diagnostic> {
  const head = await resolveCommit(repository, 'HEAD');
  if (head === null)
    return {
      state: 'fault',
      subject: 'repository',
      text: 'the repository has no commit',
      next: 'Commit something to compare with.',
    };
  return { state: 'ok', subject: 'repository', text: `HEAD is ${head.commit.slice(0, 10)}`, next: null };
}

type Settings = { policy: Policy } | { policy: null; faults: Diagnostic[] };

function readSettings(repository: Repository): Settings {
  try {
    return { policy: readWorkingSettings(repository) };
  } catch (error) {
    if (!(error instanceof HydraError)) throw error;
    return { policy: null, faults: [{ state: 'fault', subject: CONFIG_FILE, text: error.message, next: error.next }] };
  }
}

async function checkSettings(repository: Repository, policy: Policy): Promise<Diagnostic[]> {
  return [...checkChecks(repository, policy), ...(await checkAgents(policy))];
}

function checkChecks(repository: Repository, policy: Policy): Diagnostic[] {
  const checks = planChecks(policy);
  if (checks.length === 0) {
    return [{ state: 'fault', subject: CONFIG_FILE, text: 'no check is configured', next: 'Run `hydra init`.' }];
  }
  return [
    checkSetup(repository, policy.workspace.setup),
    ...[...checks, ...planMetricChecks(policy)].map(({ id, command }) => checkCommand(`check ${id}`, command)),
  ];
}

/** What would be installed before the checks; read from the working tree, which usually equals the base. */
function checkSetup({ root, isBare }: Repository, setting: string | null): Diagnostic {
  const subject = 'set-up';
  if (setting === null) return { state: 'ok', subject, text: 'disabled: nothing is installed', next: null };
  if (setting !== 'auto') return checkCommand(subject, setting);
  const detected = isBare ? null : detectWorkingSetup(root);
  if (detected !== null) return checkCommand(subject, detected.command);
  return { state: 'ok', subject, text: 'no lockfile and no dependencies in package.json: nothing is installed', next: null };
}

function checkCommand(subject: string, command: string): Diagnostic {
  const missing = missingTool(command);
  if (missing === null) return { state: 'ok', subject, text: command, next: null };
  const text = `${command} (${missing} is not on the PATH)`;
  return { state: 'note', subject, text, next: `Install ${missing}, or change the command.` };
}

function checkDisk(subject: string, folder: string): Diagnostic {
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bavail * bsize) / 1024 ** 3;
  const isLow = gigabytes < LOW_DISK_GIGABYTES;
  const text = `${gigabytes.toFixed(1)} GB free`;
  return {
    state: isLow ? 'note' : 'ok',
    subject,
    text,
    next: isLow ? 'Free disk space: every candidate gets its own checkout.' : null,
  };
}

/** As strict as `hydra score`: only `mode = "require"` refuses to run without a sandbox. */
async function checkSandbox(mode: Policy['sandbox']['mode']): Promise<Diagnostic> {
  const subject = 'sandbox';
  const probed = await probeSandbox();
  if (mode === 'off') {
    const next = probed.sandbox === null ? null : 'It works here: delete `mode = "off"` under [sandbox] to use it.';
    return { state: 'note', subject, text: `turned off in ${CONFIG_FILE}: checks run with all your rights`, next };
  }
  if (probed.sandbox === null) {
    const next = 'Install bubblewrap and see docs/sandbox.md.';
    if (mode === 'require') return { state: 'fault', subject, text: `required, and it does not work: ${probed.reason}`, next };
    return { state: 'note', subject, text: `checks run with all your rights: ${probed.reason}`, next };
  }
  const { kind, hasOverlays } = probed.sandbox;
  const caches = hasOverlays ? 'package caches are copy-on-write' : 'package caches are read-only';
  return { state: 'ok', subject, text: `${kind}; ${caches}`, next: null };
}

// Installs the dependencies once per package-lock.json, Node major version and platform.
// Imports no package: it must run before node_modules exists.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { isMain, ROOT, runCaptured } from './project.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
const STAMP_FILE = join(ROOT, 'node_modules', '.hydra-installed');
const QUIETLY = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** Ends the process with exit code 2 when the dependencies cannot be installed. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const { ok, output } = await withLock(install);
  if (ok) return;
  process.stderr.write(output);
  process.stderr.write(
    `\nThe dependencies could not be installed (Node ${process.version}).\n` +
      'Next step: check the network and that package-lock.json matches package.json, then run the same command again.\n',
  );
  process.exit(2);
}

async function install() {
  // Another process may have installed them while this one waited for the lock.
  if (isInstalled()) return { ok: true, output: '' };
  process.stderr.write('Installing dependencies (once)...\n');
  rmSync(STAMP_FILE, { force: true });
  const result = await runCaptured('npm', ['ci', ...QUIETLY]);
  if (result.ok) writeFileSync(STAMP_FILE, wantedStamp());
  return result;
}

function isInstalled() {
  return existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === wantedStamp();
}

function wantedStamp() {
  const content = existsSync(LOCK_FILE) ? readFileSync(LOCK_FILE) : '';
  const lockHash = createHash('sha256').update(content).digest('hex');
  const nodeMajor = process.version.split('.')[0];
  return `${lockHash} ${nodeMajor} ${process.platform}-${process.arch}\n`;
}

if (isMain(import.meta.url)) await ensureInstalled();

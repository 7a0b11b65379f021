// One process at a time installs or builds.
// It never imports a package: it must work before node_modules exists.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './project.mjs';

/** For what must lie beside dist/ for a moment. It ignores itself, so a leftover never shows up in git. */
export const WORK_FOLDER = join(ROOT, '.build');

const LOCK_FILE = join(WORK_FOLDER, 'lock');
const PATIENCE_MS = 10 * 60 * 1000;

/**
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(work) {
  mkdirSync(WORK_FOLDER, { recursive: true });
  writeFileSync(join(WORK_FOLDER, '.gitignore'), '*\n');
  await takeLock();
  try {
    return await work();
  } finally {
    rmSync(LOCK_FILE, { force: true });
  }
}

async function takeLock() {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!createLock()) {
    if (Date.now() > giveUpAt) {
      throw new Error(`Another process has been installing or building for too long. If there is none, delete ${LOCK_FILE}.`);
    }
    if (!ownerLives()) rmSync(LOCK_FILE, { force: true });
    else await sleep(100);
  }
}

function createLock() {
  try {
    writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function ownerLives() {
  try {
    const pid = Number(readFileSync(LOCK_FILE, 'utf8'));
    // 0 is a lock whose owner has not yet written its id.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM is a living process of somebody else.
    return errorCode(error) === 'EPERM';
  }
}

function errorCode(/** @type {unknown} */ error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

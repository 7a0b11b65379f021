// A lock file: one process at a time installs or builds.
// Imports no package: it must run before node_modules exists.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './project.mjs';

/** Temporary files on the same file system as dist/. Its own .gitignore hides it from git. */
export const WORK_FOLDER = join(ROOT, '.build');

const LOCK_FILE = join(WORK_FOLDER, 'lock');
const MAX_WAIT_MS = 10 * 60 * 1000;

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
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  while (!createLock()) {
    if (Date.now() > giveUpAt) {
      throw new Error(`Another process has been installing or building for 10 minutes. If there is none, delete ${LOCK_FILE}.`);
    }
    if (!isOwnerAlive()) rmSync(LOCK_FILE, { force: true });
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

function isOwnerAlive() {
  try {
    const pid = Number(readFileSync(LOCK_FILE, 'utf8'));
    // 0: the owner created the file and has not written its id yet.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return errorCode(error) === 'EPERM';
  }
}

function errorCode(/** @type {unknown} */ error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

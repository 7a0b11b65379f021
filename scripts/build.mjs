// Compiles src/ to dist/, bundles the program to dist/cli/ and web/ to dist/web/, unless nothing changed since the last build.
// Builds in a temporary folder and renames it, so that a kill leaves no half-written dist/.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buildReportTemplate } from './build-report-template.mjs';
import { buildWeb, WEB_FOLDER } from './build-web.mjs';
import { bundleProgram } from './bundle.mjs';
import { ensureInstalled } from './install.mjs';
import { WORK_FOLDER, withLock } from './lock.mjs';
import { isMain, ROOT, runCaptured, toolPath } from './project.mjs';

const DIST = join(ROOT, 'dist');
const STAMP_NAME = '.hydra-built';

/** Ends the process with exit code 2 when the sources do not compile. */
export async function ensureBuilt() {
  await ensureInstalled();
  const { ok, output } = await build();
  if (ok) return;
  process.stderr.write(output);
  process.stderr.write(
    '\nThe build failed; dist/ is unchanged.\nNext step: correct the errors above, then run the same command again.\n',
  );
  process.exit(2);
}

/**
 * Like `ensureBuilt`, for callers that handle a failure themselves. The dependencies must be installed.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function build() {
  if (isBuilt()) return { ok: true, output: '' };
  return withLock(async () => (isBuilt() ? { ok: true, output: '' } : inProduction(compile)));
}

/**
 * A test that builds has NODE_ENV=test, which would bundle the development version of React.
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function inProduction(work) {
  const own = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (own === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = own;
  }
}

async function compile() {
  const stamp = wantedStamp();
  const aside = join(WORK_FOLDER, 'dist');
  const fresh = join(aside, 'new');
  // Left by a killed build: the lock guarantees that no other build is running.
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const compiled = await runCaptured(process.execPath, [
    toolPath('typescript', 'tsc'),
    '-p',
    'tsconfig.build.json',
    '--outDir',
    fresh,
  ]);
  const page = compiled.ok ? await buildWeb(join(fresh, 'web')) : compiled;
  const result = page.ok && existsSync(join(fresh, 'web')) ? await buildReportTemplate(join(fresh, 'web')) : page;
  if (result.ok) {
    copyScripts(fresh);
    await bundleProgram(fresh);
    makeExecutable(join(fresh, 'cli', 'main.js'));
    writeFileSync(join(fresh, STAMP_NAME), stamp);
    if (existsSync(DIST)) renameSync(DIST, join(aside, 'old'));
    renameSync(fresh, DIST);
  }
  rmSync(aside, { recursive: true, force: true });
  return result;
}

/** Plugins for test runners of other languages, which need no compilation. */
function copyScripts(/** @type {string} */ dist) {
  const source = join(ROOT, 'src');
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:ini|php|rb)$/.test(path)) cpSync(join(source, path), join(dist, path));
  }
}

function makeExecutable(/** @type {string} */ file) {
  if (existsSync(file)) chmodSync(file, 0o755);
}

function isBuilt() {
  const stampFile = join(DIST, STAMP_NAME);
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp();
}

/** Hashes paths and contents, so that a moved file changes the stamp too. */
function wantedStamp() {
  const hash = createHash('sha256');
  for (const file of inputFiles()) {
    const contentHash = createHash('sha256').update(readFileSync(file)).digest('hex');
    hash.update(`${contentHash} ${relative(ROOT, file).split(sep).join('/')}\n`);
  }
  return `${hash.digest('hex')}\n`;
}

function inputFiles() {
  const configs = readdirSync(ROOT).filter((name) => name === 'package.json' || /^tsconfig.*\.json$/.test(name));
  const sources = [join(ROOT, 'src'), WEB_FOLDER]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // A change of the build itself also makes dist/ stale.
  const builders = readdirSync(join(ROOT, 'scripts')).filter((name) => /^(?:build|bundle).*\.mjs$/.test(name));
  return [...configs.map((name) => join(ROOT, name)), ...builders.map((name) => join(ROOT, 'scripts', name)), ...sources].sort();
}

if (isMain(import.meta.url)) await ensureBuilt();

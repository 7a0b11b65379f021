// `npm run check:release -- v1.2.3` tells whether the project can be published under that tag.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** npm links these on the package's page, and refuses provenance when `repository` is not the one that publishes. */
const OWNER_FIELDS = ['repository', 'homepage', 'bugs'];
/** Of the unpacked package: what every user of `npx` downloads and stores. */
const MAX_PACKAGE_BYTES = 4_400_000;

const tag = process.argv[2] ?? '';
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const problems = [...tagProblems(), ...changelogProblems(), ...fieldProblems(), ...sizeProblems()];

for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${manifest.name} ${manifest.version} can be published.`);
else console.error('Next step: follow docs/releasing.md.');
process.exitCode = problems.length === 0 ? 0 : 1;

function tagProblems() {
  const expected = `v${manifest.version}`;
  return tag === expected
    ? []
    : [`The tag is \`${tag}\`, but package.json has version ${manifest.version}: expected ${expected}.`];
}

function changelogProblems() {
  const lines = changelog.split('\n');
  const heading = lines.find((line) => line === `## ${manifest.version}` || line.startsWith(`## ${manifest.version} `));
  if (heading === undefined) return [`CHANGELOG.md has no section \`## ${manifest.version} - YYYY-MM-DD\`.`];
  return /^## \S+ - \d{4}-\d{2}-\d{2}$/.test(heading) ? [] : [`The heading \`${heading}\` in CHANGELOG.md has no date.`];
}

function fieldProblems() {
  return OWNER_FIELDS.filter((field) => manifest[field] === undefined).map((field) => `package.json has no \`${field}\`.`);
}

/** npm builds the package first, as it does before `npm publish`. */
function sizeProblems() {
  const options = { cwd: ROOT, encoding: /** @type {const} */ ('utf8') };
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], options));
  if (packed.unpackedSize <= MAX_PACKAGE_BYTES) return [];
  const [size, limit] = [packed.unpackedSize, MAX_PACKAGE_BYTES].map((bytes) => bytes.toLocaleString('en'));
  return [`The unpacked package has ${size} bytes, the limit is ${limit}; \`npm pack --dry-run\` lists its files.`];
}

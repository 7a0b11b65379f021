// The part of mocha that engine.bench.mjs needs, without its start-up time: describe, it, files, --grep and the spec reporter.
const { readdirSync } = require('node:fs');
const { resolve } = require('node:path');

const args = process.argv.slice(2);
const at = args.indexOf('--grep');
const [pattern] = at === -1 ? [null] : args.splice(at, 2).slice(1);
const wanted = pattern === null ? null : new RegExp(pattern);
const lines = [];
const failures = [];
const groups = [];
let passed = 0;

global.describe = (name, body) => {
  lines.push(`${'  '.repeat(groups.length + 1)}${name}`);
  groups.push(name);
  body();
  groups.pop();
};
global.it = (name, body) => {
  if (wanted !== null && !wanted.test([...groups, name].join(' '))) return;
  const indent = '  '.repeat(groups.length + 1);
  try {
    body();
    passed += 1;
    lines.push(`${indent}✓ ${name}`);
  } catch (error) {
    failures.push(`  ${failures.length + 1}) ${[...groups, name].join('\n       ')}:\n     ${error.stack}\n`);
    lines.push(`${indent}${failures.length}) ${name}`);
  }
};

const files = args.length > 0 ? args : readdirSync('test').map((name) => `test/${name}`);
for (const file of files) require(resolve(file));
const failing = failures.length === 0 ? [] : [`  ${failures.length} failing`];
process.stdout.write(`\n\n${lines.join('\n')}\n\n\n  ${passed} passing (5ms)\n${failing.join('\n')}\n\n${failures.join('\n')}\n`);
process.exitCode = Math.min(failures.length, 255);

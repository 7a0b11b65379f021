#!/bin/sh
# Made the run folder node-test:
#   sh make-node-test.sh "node /path/to/dist/cli/main.js" /tmp/hydra-golden-node
set -eu
hydra=$1
repository=$2

mkdir -p "$repository/src" "$repository/test"
cd "$repository"
git init --quiet --initial-branch main
git config user.name Tester
git config user.email tester@example.org

cat > package.json <<'EOF'
{ "name": "duration", "version": "1.0.0", "private": true, "type": "module", "scripts": { "test": "node --test" } }
EOF
cat > hydra.toml <<'EOF'
[scoring.commands]
build = "node --check src/duration.js"
test = "npm test"
EOF
cat > src/duration.js <<'EOF'
const MINUTES = { h: 60, m: 1 };

export function toMinutes(text) {
  let minutes = 0;
  for (const [, number, unit] of text.matchAll(/(\d+)([hm])/g)) minutes += Number(number) * MINUTES[unit];
  return minutes;
}

export function toText(minutes) {
  return `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}
EOF
cat > test/duration.test.js <<'EOF'
import assert from 'node:assert';
import { test } from 'node:test';
import { toMinutes, toText } from '../src/duration.js';

test('reads hours and minutes', () => assert.equal(toMinutes('1h30m'), 90));
test('reads minutes', () => assert.equal(toMinutes('45m'), 45));
test('reads days', () => assert.equal(toMinutes('2d'), 2880));
test('writes hours and minutes', () => assert.equal(toText(90), '1h30m'));
EOF
git add --all
git commit --quiet --message 'The project as the agents found it'

candidate() {
  git checkout --quiet -b "$1" main
}
finish() {
  git commit --quiet --all --message "$1"
}

candidate careful
sed -i -e 's/{ h: 60/{ d: 1440, h: 60/' -e 's/\[hm\]/[dhm]/' src/duration.js
finish 'Read days'

candidate tested
sed -i -e 's/{ h: 60/{ d: 24 * 60, h: 60/' -e 's/\[hm\]/[dhm]/' src/duration.js
echo "test('reads days with hours', () => assert.equal(toMinutes('1d2h'), 1560));" >> test/duration.test.js
finish 'Read days, with a test'

candidate hasty
sed -i -e 's/{ h: 60/{ d: 1440, h: 60/' -e 's/\[hm\]/[dhm]/' -e 's/h\${minutes % 60}m/h/' src/duration.js
finish 'Read days and write less'

candidate skips
sed -i -e "s/test('reads days', /test('reads days', { skip: true }, /" test/duration.test.js
finish 'Make the tests pass'

git checkout --quiet main
$hydra score careful tested hasty skips --base main --jobs 1

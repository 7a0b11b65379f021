import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['a new hook', { 'new:.githooks/pre-commit': ['+exit 0'] }, ['warning git_hooks .githooks/pre-commit']],
  ['a new hook of husky', { 'new:.husky/post-checkout': ['+exit 0'] }, ['warning git_hooks .husky/post-checkout']],
  [
    'git config in JavaScript',
    { 'tools/x.js': ["+execSync('git config core.hooksPath hooks')"] },
    ['warning git_hooks tools/x.js'],
  ],
  ['git config in Python', { 'setup.py': ['+os.system("git config --global user.name x")'] }, ['warning git_hooks setup.py']],
]);

accepts([
  ['hooks of a user interface', { 'src/hooks/usePost.ts': ['+x'], 'src/hooks/post.ts': ['+x'] }],
  ['other git commands', { 'src/a.js': ["+run('git checkout main'); run('git commit -m x');"] }],
  ['documents and comments', { 'README.md': ['+git push'], 'a.sh': ['+# then git push origin'] }],
]);

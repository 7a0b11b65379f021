import { accepts, reports } from '../../../test/evidence-builder.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

reports([
  ['a GitHub token', { 'src/a.js': [`+const token = '${token}';`] }, ['warning secrets_added src/a.js']],
  ['a private key', { 'deploy/id': ['+-----BEGIN RSA PRIVATE KEY-----'] }, ['warning secrets_added deploy/id']],
]);

accepts([
  ['a key for tests', { 'test/fixtures/id': ['+-----BEGIN PRIVATE KEY-----'] }],
  ['an example', { 'src/a.py': ['+KEY = "AKIAIOSFODNN7EXAMPLE"'] }],
  [
    'long names in style sheets',
    { 'src/a.css': ['+.task-management-system-configuration-page-1 {}', '+.sk-loading-spinner-with-a-very-long-name {}'] },
  ],
]);

import { anyOf, inOrder } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

const SECRET = inOrder({
  start: /(?<![\w-])/,
  key: anyOf({
    github: /gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40}/,
    // With a digit: names of CSS classes begin with `sk-` too.
    modelProvider: /sk-(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{32}/,
    slack: /xox[abprs]-[A-Za-z0-9-]{20}/,
    aws: /AKIA[0-9A-Z]{16}/,
    google: /AIza[A-Za-z0-9_-]{35}/,
    privateKey: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
  }),
});

export const secretsAdded: FileRule = {
  id: 'secrets_added',
  scope: 'file',
  title: 'A string that looks like a credential is added.',
  severity: 'warning',
  otherSeverities: { info: 'the file is a test, where such keys usually open nothing' },
  docs: {
    catches:
      'Added lines with a GitHub, OpenAI, Slack, AWS or Google key in its usual format, or with a private key. Lines that contain “example” are not reported.',
    why: 'A merged credential is public and has to be revoked.',
    // Not written in one piece, so that scanners do not take this file for a leak.
    example: { 'src/config.js': [`+const key = '${'AKIA'}${'7Q2M'.repeat(4)}';`] },
    allow: 'Allow folders with keys that open nothing.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      const lines = file.added.filter(({ text }) => SECRET.test(text) && !/EXAMPLE|example/.test(text));
      if (lines.length === 0) return [];
      const severity = supportRole(file.path) === 'test' ? 'info' : 'warning';
      return [fileFinding(severity, 'adds text that looks like a credential', file.path, lines)];
    });
  },
};

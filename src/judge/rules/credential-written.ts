import type { FileRule } from '../integrity/rule.ts';

export const credentialWritten: FileRule = {
  id: 'credential_written',
  scope: 'file',
  title: 'The agent wrote the value of a credential from its environment into a file.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'A file of the candidate contained the value of a credential variable that `hydra race` passed to the agent. Hydra replaces the value by `***` before it stores anything.',
    why: 'The key of the agent must not end up in your repository.',
    example: 'The agent writes the value of `ANTHROPIC_API_KEY` into `.env.test`.',
    allow: 'Do not allow it. Revoke the key if the agent may have sent it elsewhere.',
  },
  find({ credentials }) {
    return credentials.map(({ variable, path, line }) => ({
      severity: 'error',
      message: `the agent wrote the value of ${variable} here; Hydra replaced it by ***`,
      place: { path, start_line: line, end_line: line },
    }));
  },
};

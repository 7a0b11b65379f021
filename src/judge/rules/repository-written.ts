import { repositoryWritesText } from '../../text/index.ts';
import type { RunRule } from '../integrity/rule.ts';

export const repositoryWritten: RunRule = {
  id: 'repository_written',
  scope: 'run',
  title: 'The agent changed your repository instead of its own clone.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'While the agent of `hydra race` was running, a branch, tag, stash, index entry, file, setting or hook of your repository changed, and there is evidence that this agent did it: it ran a git command there that can write, or its output or command line contains the path.',
    why: 'An agent works in its own clone. One that leaves it can change what you review, merge and run, and nothing of that is in its diff.',
    example: 'The agent writes `notes.txt` into your working tree and creates the branch `attempt` there.',
    allow:
      'Allow it if you made these changes yourself while the agent was running. `hydra race --sandbox` makes your repository read-only for agents.',
  },
  find({ repositoryWrites: writes }) {
    const message = repositoryWritesText(writes);
    return message === null ? [] : [{ severity: 'error', message, place: null }];
  },
};

import { changedMeanwhileText } from '../../text/index.ts';
import type { RunRule } from '../integrity/rule.ts';

export const repositoryChanged: RunRule = {
  id: 'repository_changed',
  scope: 'run',
  title: 'Files of your repository changed while no agent but this one was running.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'While only this agent of `hydra race` was running, files in your working tree changed, and nothing shows who changed them.',
    why: 'It was you or the agent. Hydra cannot tell, so the candidate can still be merged.',
    example: 'You race one agent, and `notes.txt` appears in your working tree.',
    allow: 'Allow it if you edit files while agents work.',
  },
  find({ repositoryWrites: writes }) {
    const message = changedMeanwhileText(writes);
    return message === null ? [] : [{ severity: 'warning', message, place: null }];
  },
};

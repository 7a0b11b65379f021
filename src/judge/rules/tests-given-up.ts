import { type RunRule, runFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

export const testsGivenUp: RunRule = {
  id: 'tests_given_up',
  scope: 'run',
  title: 'Every candidate loses the same tests of the base, so Hydra assumes that the task requires it.',
  severity: 'info',
  otherSeverities: {},
  docs: {
    catches:
      'A test that passes on the base fails pinned with every candidate that changed something, or every one of them removed it. At least two candidates are needed.',
    why: 'Such tests count against no candidate. The finding names them, so that you can check the assumption.',
    example: 'The task is to drop an old command. Every candidate deletes the three tests of that command.',
    allow: 'Turn it off if you do not need the list.',
  },
  find({ lostByAll, patch }) {
    if (lostByAll.size === 0 || patch.length === 0) return [];
    const message = `every candidate loses ${counted(lostByAll.size, 'test')} of the base, probably because of the task: ${listed([...lostByAll])}`;
    return [runFinding('info', message, { tests: [...lostByAll] })];
  },
};

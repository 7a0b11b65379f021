// HYDRA_DEBUG: what to explain on stderr, for people who work on Hydra. `plan` explains each planned execution.
import { visibleText } from '../text/index.ts';
import type { Progress } from './progress.ts';

export function debugOptions({ print }: Progress): { explainPlan?: (line: string) => void } {
  const topics = (process.env.HYDRA_DEBUG ?? '').split(',');
  return topics.includes('plan') ? { explainPlan: (line) => print(`plan: ${visibleText(line)}`) } : {};
}

// A question to the user: a call, and the answers to choose from. Calls and answers come from candidates.
import type { Question } from '../contract/index.ts';
import { joinNames } from '../text/index.ts';
import { painter } from './paint.ts';
import { visibleText } from './terminal-text.ts';

const MAX_SHOWN = 200;

/** The answers have the numbers that `hydra ask --answer` takes. */
export function renderQuestion({ call, path, base, answers }: Question, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  const where = path === null ? '' : paint('faint', `  (${shown(path)})`);
  const lines = answers.map(({ answer, candidates }, index) => {
    const same = answer === base ? ', as on the base' : '';
    return `  ${index + 1}  ${shown(answer)}${paint('faint', `  ${shown(joinNames(candidates))}${same}`)}`;
  });
  const isShown = base === null || answers.some(({ answer }) => answer === base);
  const ofBase = isShown ? [] : [paint('faint', `     base: ${shown(base)}`)];
  return `${[`What must ${paint('strong', shown(call))} return?${where}`, ...lines, ...ofBase].join('\n')}\n`;
}

function shown(text: string): string {
  const visible = visibleText(text);
  return visible.length > MAX_SHOWN ? `${visible.slice(0, MAX_SHOWN)}…` : visible;
}

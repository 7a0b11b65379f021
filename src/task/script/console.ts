// Sessions in a console of JavaScript: `> expression` and what it prints.
import type { ExampleLanguage } from '../../contract/index.ts';
import type { Block } from '../blocks.ts';
import { isComplete } from '../expression.ts';
import type { Reading } from '../reading.ts';
import { shownValue } from './session.ts';

const PROMPT = /^\s{0,8}> (.*)$/;
const CONTINUED = /^\s{0,8}(?:\.\.\.|…) ?(.*)$/;
const ANSWER = /^\s{0,8}(?:<[-.]?|←)\s/;
const IMPORT = /^(?:import\s|(?:const|let|var)\s[^=]{1,300}=\s{0,4}(?:await import|require)\()/;
const STATEMENT = /^(?:const|let|var|function|class|if|for|while)\s/;

interface Step {
  code: string;
  output: string[];
  from: number;
  to: number;
}

export function isConsoleSession({ kind, text }: Block): boolean {
  return (
    kind !== 'prose' &&
    /^\s{0,8}> \S/m.test(text) &&
    PROMPT.test(text.split('\n').find((line) => /^\s{0,8}[>$]/.test(line)) ?? '')
  );
}

export function readConsole({ text, line }: Block, language: ExampleLanguage): Reading[] {
  const [imports, setup]: [string[], string[]] = [[], []];
  return stepsOf(text).flatMap((step): Reading[] => {
    const code = step.code.trim().replace(/;+$/, '');
    if (code === '' || !isComplete(code, 'javascript')) return [];
    if (IMPORT.test(code)) imports.push(`${code};`);
    else if (STATEMENT.test(code)) setup.push(`${code};`);
    else {
      const expected = shownValue(step.output.join('\n'));
      const reading = { call: code, imports: imports.join('\n'), setup: setup.join('\n') };
      const lines: [number, number] = [line + step.from, line + step.to];
      if (setup.length > 0) setup.push(`${code};`);
      return expected === null || !code.includes('(')
        ? []
        : [{ language, form: 'doctest', lines, ...reading, expected, isFirm: false }];
    }
    return [];
  });
}

function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    const prompt = PROMPT.exec(content)?.[1];
    const last = steps.at(-1);
    if (prompt !== undefined) steps.push({ code: prompt, output: [], from: index, to: index });
    else if (last !== undefined && content.trim() !== '') {
      const continued = last.output.length === 0 ? CONTINUED.exec(content)?.[1] : undefined;
      if (continued === undefined) last.output.push(content.replace(ANSWER, ''));
      else last.code += `\n${continued}`;
      last.to = index;
    }
  }
  return steps;
}

// Sessions of a shell: `$ command`, what it prints, and its exit status where the text names it.
import type { Block } from './blocks.ts';
import type { Reading } from './reading.ts';

const PROMPT = /^\s{0,8}\$ {1,4}(\S.{0,1000})$/;
const STATUS_ASKED = /^echo ["']?\$\?["']?$/;
const STATUS_NAMED = /\bexit(?:s|ed|ing)?(?: with)?(?: an?| the)?(?: exit)?(?: (?:status|code))?(?: of| is|:)? `?(\d{1,3})\b/i;
/** A place where output was left out is no output. */
const LEFT_OUT = /^\s{0,80}(?:\.{3}|…|\[\.{3}\])\s{0,80}$/;
/** Commands that bring the project to the reader's machine; here it is there. */
const INSTALLS =
  /^(?:sudo |brew |apt(?:-get)? |curl |wget |make\b|(?:npm|pnpm|yarn)(?: (?:i|ci|install|add|link|run build|build))?(?: |$)|(?:python[\d.]* -m )?pip[\d.]* |uv (?:pip|sync|add) |cargo (?:install|build|add)\b|go (?:install|get|build)\b|git (?:clone|checkout|pull|fetch)\b)/;
const MAX_SETUP = 2000;
/** Of one block; later ones depend on too much. */
const MAX_STEPS = 40;
const MAX_COMMAND = 2000;
const MAX_OUTPUT = 8000;

interface Step {
  command: string;
  output: string[];
  from: number;
  to: number;
}

export function isTranscript({ text, kind }: Block): boolean {
  return kind !== 'prose' && /^\s{0,8}\$ {1,4}\S/m.test(text);
}

/** `after` is the prose below the block. */
export function readTranscript(block: Block, after: string): Reading[] {
  const steps = stepsOf(block).filter(
    ({ command }, index) => !INSTALLS.test(command) && (index > 0 || !/^cd \S+$/.test(command)),
  );
  const commands = steps.filter(({ command }) => !STATUS_ASKED.test(command));
  const isOnly = commands.length === 1;
  const named = isOnly ? (STATUS_NAMED.exec(block.intro) ?? STATUS_NAMED.exec(firstSentence(after)))?.[1] : undefined;
  return commands.flatMap((step, index) => {
    const asked = steps[steps.indexOf(step) + 1];
    const printed = asked !== undefined && STATUS_ASKED.test(asked.command) ? asked.output[0] : named;
    const status = /^\d{1,3}$/.test(printed ?? '') ? Number(printed) : undefined;
    const setup = commands
      .slice(0, index)
      .map(({ command }) => command)
      .join('\n');
    return exampleOf(step, setup, status);
  });
}

function exampleOf({ command, output, from, to }: Step, setup: string, status: number | undefined): Reading[] {
  const text = output.join('\n').replace(/\s+$/, '');
  const isWhole = !output.some((line) => LEFT_OUT.test(line)) && text.length <= MAX_OUTPUT && setup.length <= MAX_SETUP;
  if (!isWhole || (text === '' && status === undefined)) return [];
  const expected = { kind: 'output' as const, text, ...(status === undefined ? {} : { status }) };
  return [
    { language: 'shell', form: 'transcript', lines: [from, to], imports: '', setup, call: command, expected, isFirm: false },
  ];
}

function stepsOf({ text, line }: Block): Step[] {
  const steps: Step[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    const at = line + index;
    const command = PROMPT.exec(content)?.[1]?.trimEnd();
    const last = steps.at(-1);
    if (command !== undefined && steps.length >= MAX_STEPS) break;
    if (command !== undefined) steps.push({ command, output: [], from: at, to: at });
    else if (last?.command.endsWith('\\') && last.output.length === 0 && last.command.length < MAX_COMMAND) {
      last.command = `${last.command.slice(0, -1)}${content.replace(/^\s{0,20}> ?/, '').trim()}`;
      last.to = at;
    } else if (last !== undefined) {
      last.output.push(content.trimEnd());
      if (content.trim() !== '') last.to = at;
    }
  }
  return steps;
}

function firstSentence(text: string): string {
  return text.slice(0, 300).split(/[.!?](?:\s|$)/)[0] ?? '';
}

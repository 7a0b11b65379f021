// Suggests what to install or change, from the error line of a failed command.
import { NETWORK_FAILURE } from './first-error.ts';

const ADVICE: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^(\S+) is not installed$/, ([, tool]) => `Install ${tool}`],
  [NETWORK_FAILURE, () => 'Download the dependencies once where there is a network'],
  [/No module named '?([\w.-]+)'?/, ([, name]) => `Install the Python package ${name}`],
  [/Cannot find (?:module|package) '([^']{1,80})'/, ([, name]) => `Install the npm package ${name}`],
  [/cannot load such file -- (\S{1,80})/, ([, name]) => `Install the gem that has ${name}`],
  [/Could not find gem '([\w.-]{1,80})/, ([, name]) => `Install the gem ${name}`],
  [/(?:^|: )([\w./+-]{1,60}): (?:command )?not found/, ([, tool]) => `Install ${tool}`],
  [/npx canceled due to missing packages/, () => 'Install the dependencies of package.json'],
  [/did not end within/, () => 'Choose a quicker command, or raise [scoring.timeouts]'],
];

/** Without a full stop: the sentence continues with the alternative. */
export function adviceFor(line: string): string | null {
  for (const [sign, advise] of ADVICE) {
    const match = sign.exec(line);
    if (match !== null) return advise(match);
  }
  return null;
}

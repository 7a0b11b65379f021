// The Go test file that makes calls.
import { type AnswersProgram, markOf, type ProgramPlace } from './answers-program.ts';
import type { CallToMake } from './answers-test.ts';
import { GO_SUPPORT, GO_SUPPORT_IMPORTS } from './go-support.ts';

export function goProgram(calls: readonly CallToMake[], { packageName }: ProgramPlace): AnswersProgram {
  const own = packageName ?? 'main';
  const imports = [...new Set(calls.flatMap(importsOf))];
  const probes = calls.flatMap((call) => {
    const { probe, setup = '' } = call;
    const used = variablesOf(setup).map((name) => `\t\t_ = ${name}`);
    const lines = setup === '' ? [] : [...setup.split('\n').map((line) => `\t\t${line}`), ...used];
    return [
      `\t${markOf(call)}`,
      `\t{${JSON.stringify(probe.id)}, func() []interface{} {`,
      ...lines,
      `\t\treturn hydraResults(${probe.call.trim()})`,
      '\t}},',
    ];
  });
  const parts = [
    `package ${own}`,
    ['import (', ...[...GO_SUPPORT_IMPORTS, ...imports].map((line) => `\t${line}`), ')'].join('\n'),
    `const hydraPart = ${JSON.stringify(own)}`,
    GO_SUPPORT,
    ['var hydraProbes = []hydraProbe{', ...probes, '}'].join('\n'),
  ];
  return { file: `${parts.join('\n\n')}\n` };
}

/** One specification per line: `name "path"`. */
export function importsOf({ imports }: Pick<CallToMake, 'imports'>): string[] {
  return imports
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A variable without a use does not compile. */
function variablesOf(setup: string): string[] {
  const names = [...setup.matchAll(/^[ \t]*(?:var[ \t]+)?([A-Za-z_]\w*(?:[ \t]*,[ \t]*\w+){0,5})[ \t]*(?::=|=(?!=))/gm)];
  return [...new Set(names.flatMap(([, list = '']) => list.split(',').map((name) => name.trim())))].filter(
    (name) => name !== '_',
  );
}

// Failing Go tests in the package of an existing test.
import { type Draw, nameLike, pathBeside } from '../vary/index.ts';
import { type Sibling, unequal, unequalWords, type WrittenCanary } from './sibling.ts';

export function goCanary({ path, text, draw }: Sibling): WrittenCanary | null {
  const name = /^package\s+(\w+)/m.exec(text)?.[1];
  // A file for certain systems or tags may not be compiled at all.
  if (name === undefined || /^\/\/\s*(?:go:build|\+build)\b/m.test(text)) return null;
  const bodies = draw.shuffled(FORMS).map((write) => ({ name: nameLike('TestA', 'go', draw), lines: write(draw) }));
  const tests = bodies.flatMap((body) => [
    '',
    `func ${body.name}(t *testing.T) {`,
    ...body.lines.map((line) => `\t${line}`),
    '}',
  ]);
  const lines = [`package ${name}`, '', 'import "testing"', ...tests];
  return {
    path: pathBeside(path, 'go', draw),
    text: `${lines.join('\n')}\n`,
    tests: bodies.map((body) => body.name),
  };
}

const FORMS: readonly ((draw: Draw) => string[])[] = [
  (draw) => {
    const [value, other] = unequal(draw);
    return [`if got := ${value}; got != ${other} {`, `\tt.Errorf("got %d, want ${other}", got)`, '}'];
  },
  (draw) => {
    const [word, other] = unequalWords(draw);
    return [`got, want := "${word}", "${other}"`, 'if got != want {', '\tt.Fatalf("got %q, want %q", got, want)', '}'];
  },
];

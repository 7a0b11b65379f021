// Failing Rust tests, as a separate file in the package's folder of tests.
import { type Draw, nameLike, pathBeside } from '../vary/index.ts';
import { type Sibling, unequal, unequalWords, type WrittenCanary } from './sibling.ts';

export function rustCanary({ path, draw }: Sibling): WrittenCanary {
  const bodies = draw.shuffled(FORMS).map((write) => ({ name: nameLike('a', 'rust', draw), line: write(draw) }));
  const tests = bodies.map(({ name, line }) => ['#[test]', `fn ${name}() {`, `    ${line}`, '}'].join('\n'));
  return { path: pathBeside(path, 'rust', draw), text: `${tests.join('\n\n')}\n`, tests: bodies.map(({ name }) => name) };
}

const FORMS: readonly ((draw: Draw) => string)[] = [
  (draw) => `assert_eq!(${unequal(draw).join(', ')});`,
  (draw) => {
    const [word, other] = unequalWords(draw);
    return `assert!(String::from("${word}") == "${other}");`;
  },
  (draw) => {
    const [value] = unequal(draw);
    return `assert_ne!(${value}, ${value});`;
  },
];

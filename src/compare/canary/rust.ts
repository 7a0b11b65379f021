// A failing Rust test, as a separate file in the package's folder of tests.
import { type Sibling, WHY_IT_FAILS } from './sibling.ts';

export function rustCanary({ path, mark }: Sibling): { path: string; text: string } {
  const home = path.replace(/(?:src|tests)\/[^/]+$/, '');
  const lines = ['#[test]', `fn hydra_canary_${mark}() {`, `    assert_eq!(1, 2, "${WHY_IT_FAILS}");`, '}'];
  return { path: `${home}tests/hydra_canary_${mark}.rs`, text: `${lines.join('\n')}\n` };
}

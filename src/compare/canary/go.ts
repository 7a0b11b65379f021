// A failing Go test in the package of an existing test.
import { type Sibling, WHY_IT_FAILS } from './sibling.ts';

export function goCanary({ path, text, mark }: Sibling): { path: string; text: string } | null {
  const name = /^package\s+(\w+)/m.exec(text)?.[1];
  // A file for certain systems or tags may not be compiled at all.
  if (name === undefined || /^\/\/\s*(?:go:build|\+build)\b/m.test(text)) return null;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const lines = [
    `package ${name}`,
    '',
    'import "testing"',
    '',
    `func TestHydraCanary${mark}(t *testing.T) {`,
    `\tt.Fatal("${WHY_IT_FAILS}")`,
    '}',
  ];
  return { path: `${folder}hydra_canary_${mark}_test.go`, text: `${lines.join('\n')}\n` };
}

// Results name files by where they were checked out, which differs from tree to tree. Without that folder
// in front, the same test and the same finding have the same name in every tree.
import type { Summary } from '../../contract/index.ts';

export function withoutRoot<Read extends Summary>(summary: Read, root: string): Read {
  const strip = (text: string) => (text.includes(root) ? text.replaceAll(`${root}/`, '').replaceAll(root, '.') : text);
  if (summary.kind === 'test') {
    return { ...summary, tests: summary.tests.map(({ id, status }) => ({ id: strip(id), status })) };
  }
  if (summary.kind === 'lint') {
    const findings = summary.findings.map((finding) => ({
      ...finding,
      path: finding.path === null ? null : strip(finding.path).replace(/^\.\//, ''),
      message: strip(finding.message),
    }));
    return { ...summary, findings };
  }
  return summary;
}

// Results name files by where they were checked out, which differs from tree to tree. Without that folder
// in front, the same test and the same finding have the same name in every tree.
import type { Summary, TestResult } from '../../contract/index.ts';

export function withoutRoot<Read extends Summary>(summary: Read, root: string): Read {
  const strip = (text: string) => (text.includes(root) ? text.replaceAll(`${root}/`, '').replaceAll(root, '.') : text);
  if (summary.kind === 'test') {
    return { ...summary, tests: summary.tests.map((test) => stripTest(test, strip)) };
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

/** A file outside of the checkout belongs to a runner or to a dependency, and its path to the machine. */
function stripTest(test: TestResult, strip: (text: string) => string): TestResult {
  const { message, file, line, ...rest } = test;
  const path = file === undefined ? '' : strip(file);
  const isOutside = path === '' || path.startsWith('/') || path.startsWith('../') || /^[A-Za-z]:/.test(path);
  return {
    ...rest,
    id: strip(test.id),
    ...(message !== undefined && { message: strip(message) }),
    ...(!isOutside && { file: path, ...(line !== undefined && { line }) }),
  };
}

// Requests JUnit XML.
import type { Report, ReportRequest } from '../../tool.ts';
import { quote } from '../shared/quote.ts';

export const report: Report = {
  format: 'pytest',
  covers: ['pytest'],
  request: [{ startedBy: /\b(?:py\.?test|nox|hatch|make|just|invoke|poe)\b/, variables }],
};

/** A second run in the same command would overwrite the first one's report. */
function variables({ scripts, folder, env }: ReportRequest): Record<string, string> {
  const runs = scripts.join('\n').match(/\b(?:py\.?test)\b(?![./-])/g) ?? [];
  if (runs.length > 1) return {};
  // xunit1 has the file of each test. The name tells the parser that the file attribute is complete.
  const options = `--junitxml=${quote(`${folder}/pytest.xml`)} -o junit_family=xunit1 -o junit_suite_name=hydra-pytest`;
  return { PYTEST_ADDOPTS: [env.PYTEST_ADDOPTS ?? '', options].join(' ').trim() };
}

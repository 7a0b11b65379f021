// pytest.

import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { pytest as consoleLines } from './pytest.ts';
import { report } from './report.ts';
import { selectFiles, selectTests } from './select.ts';
import { write } from './write.ts';

export const pytest: TestRunner = {
  id: 'pytest',
  parse: [consoleLines],
  coverage: { language: 'python', startedBy: /\bpy\.?test\b/ },
  loadError: {
    when: /\bERROR collecting |\berrors? during collection\b|ImportError while loading conftest/,
    line: /^E\s+(?:\w+\.)*\w*(?:Error|Exception)\b|^(?:\w+\.)*\w*Error: /,
  },
  configFiles: /pytest\.ini/,
  report,
  starts: [program(/^py\.?test$/), program(/^(?:python[\d.]*|py)$/, /^-m pytest$/)],
  selects: /^(?:-k.*|--lf|--ff|--last-failed|--co|--collect-only|--pyargs|--sw|--stepwise|--)$/,
  selectTests,
  selectFiles,
  testFile: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  idsBeginWithFile: true,
  readsSources: true,
  write,
};

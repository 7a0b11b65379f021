// checkstyle.
import type { Linter } from '../../tool.ts';
import { checkstyle as consoleOutput } from './checkstyle.ts';
import { checkstyleXml } from './checkstyle-xml.ts';

export const checkstyle: Linter = {
  id: 'checkstyle',
  parse: [checkstyleXml, consoleOutput],
  configFiles: /checkstyle[^/]*\.xml/,
};

// PHP_CodeSniffer.
import type { Linter } from '../../tool.ts';
import { phpcs as consoleOutput } from './phpcs.ts';
import { phpcsCsv } from './phpcs-csv.ts';
import { phpcsJson } from './phpcs-json.ts';
import { phpcsXml } from './phpcs-xml.ts';

export const phpcs: Linter = {
  id: 'phpcs',
  parse: [phpcsXml, phpcsJson, consoleOutput, phpcsCsv],
  configFiles: /phpcs\.xml(?:\.dist)?/,
  suppression: /phpcs:ignore/,
};

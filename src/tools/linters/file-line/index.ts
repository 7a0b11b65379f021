// Any tool that prints "path:line:column: message".
import type { Linter } from '../../tool.ts';
import { fileLine as consoleOutput } from './file-line.ts';

export const fileLine: Linter = { id: 'file-line', parse: [consoleOutput] };

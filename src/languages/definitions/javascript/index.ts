// JavaScript and TypeScript, with JSX.
import type { Language } from '../../token.ts';
import { normalize } from './neutral.ts';
import { scanJavaScript } from './scan.ts';

export const javascript: Language = {
  id: 'javascript',
  path: /\.[cm]?[jt]sx?$/,
  tokenize(text, path) {
    const tokens = scanJavaScript(text, !/\.[cm]?ts$/.test(path));
    return tokens && normalize(tokens);
  },
};

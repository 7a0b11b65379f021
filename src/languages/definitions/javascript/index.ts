// JavaScript and TypeScript, with JSX.
import type { Language } from '../../language.ts';
import { scanJavaScript } from './scan.ts';

export const javascript: Language = {
  id: 'javascript',
  family: 'javascript',
  extensions: 'js jsx mjs cjs ts tsx mts cts',
  declarations: 'd.ts d.mts d.cts',
  tests: {
    file: /\.(?:test|spec|cy|e2e|test-d)$/,
    definition: /^\s*(?:async\s+)?(?:it|test|describe|specify|context|suite|bench)(?:\.\w+)*\s*[(`]/,
    library:
      /['"](?:node:test|chai|vitest|@jest\/globals|mocha|sinon|supertest|ava|tap|jasmine|@testing-library\/[\w-]{1,40})['"]/,
  },
  tokenize(text, path) {
    return scanJavaScript(text, !/\.[cm]?ts$/.test(path));
  },
};

/** Components: markup with scripts and styles. */
export const component: Language = {
  id: 'component',
  family: 'javascript',
  extensions: 'vue svelte astro',
  sections: [
    { open: /<script\b[^>]{0,1000}>/iy, close: /<\/script/gi, extension: 'ts' },
    { open: /<style\b[^>]{0,1000}>/iy, close: /<\/style/gi, extension: 'scss' },
    { open: /^---\r?\n/y, close: /^---/gm, extension: 'ts' },
  ],
  ...(javascript.tests === undefined ? {} : { tests: javascript.tests }),
};

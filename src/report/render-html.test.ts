import { describe, expect, test } from 'vitest';
import type { ReportFile } from '../contract/index.ts';
import { renderHtml, scriptJson } from './render-html.ts';

const DATA: ReportFile = {
  entries: [],
  details: [],
  patches: { 'a$&': '</script><script>alert(1)</script>' },
  logs: [],
  executions: [],
  agents: {},
};

test('inserts the data at the placeholder, and the data cannot close its element', () => {
  expect(renderHtml('<p>$1</p><!--hydra-data--><b>', DATA)).toBe(
    '<p>$1</p><script type="application/json" id="hydra-data">{"entries":[],"details":[],"patches":{"a$\\u0026":"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"},"logs":[],"executions":[],"agents":{}}</script><b>',
  );
});

describe('JSON in a script element', () => {
  test.each(['</script>', '<!--<script>', '&lt;', '\u2028\u2029', ']]>', '\ud800', '__proto__'])(
    '%j survives a round trip',
    (text) => {
      const written = scriptJson({ [text]: text });
      expect(written).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(written)).toEqual({ [text]: text });
    },
  );
});

test.each(['', '<!--hydra-data--><!--hydra-data-->'])('rejects a template without exactly one placeholder: %j', (template) => {
  expect(() => renderHtml(template, DATA)).toThrow('does not say once');
});

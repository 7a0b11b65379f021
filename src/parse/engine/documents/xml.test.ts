import { describe, expect, test } from 'vitest';
import type { XmlParser } from '../../parser.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { XmlDocumentFinder } from './xml.ts';

/** Records the calls of the engine. */
function read(text: string) {
  const events: string[] = [];
  const owned: boolean[] = [];
  const parser: XmlParser = {
    id: 'recorder',
    form: 'xml',
    commands: [],
    roots: ['report'],
    open: (results) => ({
      startElement: (name, attributes) => events.push(`<${name} ${JSON.stringify(attributes)}>`),
      endElement: (name) => events.push(`</${name}>`),
      text: (value) => events.push(value),
      end: (isWellFormed) => results.beginRun({ hasFooter: isWellFormed }),
    }),
  };
  const sections: unknown[] = [];
  const finder = new XmlDocumentFinder({ kind: 'test', xml: [parser] }, new MemoryBudget(), (found) =>
    sections.push({ ...found }),
  );
  for (const [index, line] of text.split('\n').entries()) owned.push(finder.line(line, line.search(/\S|$/), index + 1));
  finder.end();
  return { told: events.filter((text_) => text_.trim() !== ''), sections, owned };
}

describe('XML documents in a log', () => {
  test('a report after console text', () => {
    const { told, sections, owned } = read(
      'hello\n<?xml version="1.0"?>\n<x:report a="1 &lt; 2">\n<![CDATA[<b>]]></x:report>\nbye',
    );
    expect(told).toEqual(['<report {"a":"1 < 2"}>', '<b>', '</report>']);
    expect(sections).toMatchObject([{ firstLine: 2, lastLine: 4, hasFooter: true }]);
    expect(owned).toEqual([false, false, true, true, false]);
  });

  test('treats a document with an unknown root as console text', () => {
    expect(read('<html>\n<body>\n</html>')).toMatchObject({ sections: [], owned: [false, false, false] });
    expect(read('<?xml version="1.0"?>\n<html>\n</html>')).toMatchObject({ sections: [], owned: [false, false, false] });
  });

  test('has no footer if the report is truncated', () => {
    expect(read('<report>\n<a>').sections).toMatchObject([{ hasFooter: false, lastLine: 2 }]);
    expect(read('<report>\n<a></b>\nmore').sections).toMatchObject([{ hasFooter: false, lastLine: 2 }]);
  });

  test.each([
    ['text', '', '', 'tom &amp; co', 'tom & co'],
    ['quoted text', '<![CDATA[', ']]>', 'tom & <co>', 'tom & <co>'],
  ])('%s of any length is handed over in pieces', (_, begin, end, line, read_) => {
    const lines = Array.from({ length: 20_000 }, () => line);
    const { told, sections } = read(`<report>${begin}\n${lines.join('\n')}\n${end}</report>`);
    expect(told.slice(1, -1).join('').trim()).toBe(lines.map(() => read_).join('\n'));
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(70_000);
    expect(sections).toMatchObject([{ hasFooter: true }]);
  });

  test('bounds the memory of an unfinished comment or value', () => {
    const lines = Array.from({ length: 20 }, () => 'x'.repeat(1_000_000)).join('\n');
    for (const beginning of ['<report><!--', '<report><a b="'])
      expect(read(`${beginning}\n${lines}\n${lines}`).sections).toMatchObject([{ hasFooter: false, lastLine: 18 }]);
  });

  test('rejects a report that is nested too deeply', () => {
    const nested = (depth: number) => `<report>${'<a>\n'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}</report>`;
    expect(read(nested(500)).sections).toMatchObject([{ hasFooter: true }]);
    expect(read(nested(501)).sections).toMatchObject([{ hasFooter: false, lastLine: 500 }]);
  });

  test('does not expand entities of a document type', () => {
    const bomb = '<!DOCTYPE report [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<report>&b;</report>';
    const { told, sections } = read(bomb);
    expect(told.join('')).not.toContain('haha');
    expect(sections).toMatchObject([{ hasFooter: false }]);
    const external = '<!DOCTYPE report [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<report>&x;</report>';
    expect(read(external).sections).toMatchObject([{ hasFooter: false }]);
  });

  test('continues after characters that XML forbids', () => {
    const { told, sections } = read('<report a="&#x1b;[31m&#0;">\u0000\u001b[0m</report>');
    expect(told).toEqual(['<report {"a":"\ufffd[31m\ufffd"}>', '\ufffd\ufffd[0m', '</report>']);
    expect(sections).toMatchObject([{ hasFooter: true }]);
  });
});

import { describe, expect, test } from 'vitest';
import { linesOfScript, readCoverage } from './index.ts';

const all = () => true;

/** `path: 1+ 2-` for a file with one line executed and one missed. */
function shown(text: string, isWanted: (path: string) => boolean = all): string[] | null {
  const files = readCoverage(text, isWanted);
  return (
    files?.map(({ path, lines }) =>
      [`${path}:`, ...[...lines].sort(([a], [b]) => a - b).map(([line, ran]) => `${line}${ran ? '+' : '-'}`)].join(' '),
    ) ?? null
  );
}

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

describe('LCOV', () => {
  test('reads executed and missed lines of every file', () => {
    const text = lines('TN:', 'SF:src/a.js', 'FN:1,a', 'DA:1,3', 'DA:2,0', 'LH:1', 'end_of_record', 'SF:b.js', 'end_of_record');
    expect(shown(text)).toEqual(['src/a.js: 1+ 2-', 'b.js:']);
  });

  test('joins records of the same file: a line that any run executed is executed', () => {
    const text = lines('SF:a.py', 'DA:1,0', 'DA:2,0', 'end_of_record', 'SF:a.py', 'DA:2,1', 'end_of_record');
    expect(shown(text)).toEqual(['a.py: 1- 2+']);
  });

  test('accepts Windows line ends, a byte order mark and checksums', () => {
    expect(shown('\ufeffTN:x\r\nSF:a.js\r\nDA:7,1,abc==\r\nend_of_record\r\n')).toEqual(['a.js: 7+']);
  });

  test('keeps only the requested files', () => {
    const text = lines('SF:a.js', 'DA:1,1', 'end_of_record', 'SF:b.js', 'DA:1,1', 'end_of_record');
    expect(shown(text, (path) => path === 'b.js')).toEqual(['b.js: 1+']);
  });
});

describe('a Go profile', () => {
  test('marks the lines of each block, and joins those of several test programs', () => {
    const text = lines(
      'mode: set',
      'example.com/m/a.go:3.20,5.2 1 0',
      'example.com/m/a.go:7.20,9.2 2 1',
      'example.com/m/a.go:3.20,5.2 1 1',
      'example.com/m/a.go:11.3,12.1 1 0',
    );
    expect(shown(text)).toEqual(['example.com/m/a.go: 3+ 4+ 5+ 7+ 8+ 9+ 11-']);
  });
});

describe('XML', () => {
  test('reads Cobertura with its source folder', () => {
    const text = `<?xml version="1.0"?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.5"><sources><source>/w/src</source></sources><packages><package name="p"><classes>
<class name="a" filename="p/a.py"><methods/><lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class>
</classes></package></packages></coverage>`;
    expect(shown(text)).toEqual(['/w/src/p/a.py: 1+ 2-']);
  });

  test('does not change the path when there are several source folders', () => {
    const text =
      '<coverage><sources><source>/x</source><source>/y</source></sources><class filename="a.py"><line number="4" hits="2"/></class></coverage>';
    expect(shown(text)).toEqual(['a.py: 4+']);
  });

  test('reads JaCoCo', () => {
    const text = `<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="x"><package name="com/x">
<class name="com/x/A"/><sourcefile name="A.java"><line nr="5" mi="0" ci="3" mb="0" cb="0"/><line nr="6" mi="2" ci="0"/></sourcefile>
</package></report>`;
    expect(shown(text)).toEqual(['com/x/A.java: 5+ 6-']);
  });

  test('rejects a truncated report, another format, and a document with entities', () => {
    expect(shown('<coverage><class filename="a.py"><line number="1" hits="1"/>')).toBeNull();
    expect(shown('<testsuites/>')).toBeNull();
    const bomb = '<!DOCTYPE coverage [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><coverage><source>&b;</source></coverage>';
    expect(shown(bomb)).toBeNull();
  });
});

describe('hostile reports', () => {
  test('rejects impossible ranges without expanding them', () => {
    expect(shown('mode: set\na.go:1.1,9999999.1 1 1\n')).toBeNull();
    expect(shown('SF:a.js\nDA:99999999999,1\n')).toBeNull();
    expect(shown('SF:a.js\nDA:x,1\n')).toBeNull();
  });

  test('limits the number of lines', () => {
    expect(shown(`mode: set\n${'a.go:1.1,40000.1 1 1\n'.repeat(60)}`)).toBeNull();
  });

  test('reads text that only starts like a report in linear time', () => {
    expect(shown(`${'# \n'.repeat(50_000)}x`)).toBeNull();
    expect(shown('')).toBeNull();
    expect(shown('no coverage')).toBeNull();
  });
});

describe('V8', () => {
  const source = lines(
    'export function used(a) {', // 1
    '  if (a) {',
    '    return 1;',
    '  } else if (a === 0) {', // 4
    '    return 2;',
    '  }',
    '}', // 7
    '',
    '  unused() { return 3; },', // 9
  );
  const at = (text: string) => source.indexOf(text);
  const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });

  test('takes the count of the innermost range at the first character of a line', () => {
    const functions = [
      { ranges: [range(0, source.length, 1)] },
      {
        ranges: [
          range(at('function used'), at('}\n\n') + 1, 2),
          range(at('{\n    return 1'), at('} else') + 1, 0),
          range(at(' else if'), at('}\n}\n') + 1, 2),
        ],
      },
      { ranges: [range(at('unused'), at('},') + 1, 0)] },
    ];
    expect([...(linesOfScript(source, functions) ?? [])]).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, true],
      [5, true],
      [9, false],
    ]);
  });

  test('returns null for a text that a loader changed', () => {
    expect(linesOfScript(source, [{ ranges: [range(0, source.length + 20, 1)] }])).toBeNull();
    expect(linesOfScript(source, [])).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import type { AnswerProbe } from '../../contract/index.ts';
import { planAnsweredTests } from './answered-tests.ts';

const FILES: Readonly<Record<string, string>> = {
  'slug.py': 'def slug(text):\n    return text\n',
  'tests/test_slug.py': 'from slug import slug\n\n\ndef test_words():\n    assert slug("a") == "a"\n',
};

function probe(call: string, right: string[] | undefined, more: Partial<AnswerProbe> = {}): AnswerProbe {
  const asked = right === undefined ? {} : { right };
  return {
    id: call,
    call,
    language: 'python',
    path: 'slug.py',
    source: 'base_test',
    is_changed: true,
    base: "''",
    answers: {},
    ...asked,
    ...more,
  };
}

function plan(probes: AnswerProbe[], command = 'python3 -m pytest') {
  const tree = { files: Object.keys(FILES), read: (path: string) => FILES[path] ?? null };
  return planAnsweredTests(
    { probes, unstable: 0 },
    { ...tree, text: '', command, scripts: {}, isConfined: false, candidates: [] },
  );
}

describe('answered questions', () => {
  test('become tests of the runner; those without an answer do not', () => {
    const { file, written, left } = plan([
      probe('slug("")', ["'n-a'"]),
      probe('slug("b")', undefined),
      probe('slug("c")', []),
      probe('slug(None)', ['raises TypeError']),
    ]);
    expect([file?.path, written, left]).toEqual([
      'tests/test_answered_questions.py',
      [
        { call: 'slug("")', answer: "'n-a'" },
        { call: 'slug(None)', answer: 'raises TypeError' },
      ],
      [],
    ]);
    expect(file?.text).toContain('    from slug import slug\n    _got = slug("")\n    _want = \'n-a\'\n');
    expect(file?.text).toContain('any(each.__name__ == "TypeError"');
  });

  test.each<[string, AnswerProbe, string]>([
    ['several right answers', probe('slug("")', ["'a'", "'b'"]), 'several answers are right'],
    ['code instead of a value', probe('slug("")', ['__import__("os").system("id")']), 'the answer is no literal value'],
    ['a string with code', probe('slug("")', ['f"{open(1)}"']), 'the answer is no literal value'],
    ['an object', probe('slug("")', ['Slug(text=1)']), 'the answer is no literal value'],
    ['an unknown function', probe('other("")', ["'a'"]), 'no file of the base or of a candidate defines other'],
    ['another language', probe('slug("")', ["'a'"], { language: 'ruby' }), 'there is no writer for ruby'],
  ])('are listed with a reason: %s', (_name, asked, why) => {
    expect(plan([asked])).toEqual({ file: null, written: [], left: [{ call: asked.call, why }] });
  });

  test('are not written for a command that is not understood', () => {
    expect(plan([probe('slug("")', ["'a'"])], 'make check').left).toEqual([
      { call: 'slug("")', why: 'the test command is not one call of a known runner' },
    ]);
  });
});

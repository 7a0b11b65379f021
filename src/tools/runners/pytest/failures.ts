// The reports of failed tests, and the first line of each in the summary, which is all that `--tb=no` prints.
import type { FailureReports } from '../../../parse/parser.ts';
import { reportReader } from '../shared/failure-text.ts';

const SECTION = /^_{3,} (?:ERROR (?:at (?:setup|teardown) of|collecting) )?(\S.*?) _{3,}$/;
const SUMMARY = /^(?:FAILED|ERROR) (\S+?(?:\[.{0,900}?\])?) - (.+)$/;
const SUBTEST = /^SUBFAILED(\S.{0,900}) (\S{1,900}) - (.+)$/;
const PLACE = /^(\S+\.\w+):(\d{1,9}): (?:$|\w)/;
const END = /^={3,} |^-{3,} (?:Captured|coverage)|^(?:FAILED|ERROR) |^_{3,} /;
const MAX_LENGTH = 2000;

export const pytestFailures: FailureReports = {
  startsWith: ['___', 'FAILED ', 'ERROR ', 'SUBFAILED'],
  atMargin: true,
  heading: (text) => {
    if (text.length > MAX_LENGTH) return null;
    const section = SECTION.exec(text)?.[1];
    if (section !== undefined) return { title: section };
    const [, of, test, cause] = SUBTEST.exec(text) ?? [];
    if (of !== undefined) return { title: `${test} ${of}`, message: cause ?? null };
    const [, title, message] = SUMMARY.exec(text) ?? [];
    return title === undefined ? null : { title, message: message ?? null };
  },
  open: ({ message }) => {
    if (typeof message === 'string') return () => false;
    const readTraceback = reportReader();
    let isTraceback = false;
    return (text) => {
      if (text.length > MAX_LENGTH) return null;
      if (END.test(text)) return false;
      if (/^E(?: |$)/.test(text)) return text.replace(/^E {1,3}/, '');
      const [, file, line] = PLACE.exec(text) ?? [];
      if (file !== undefined) return { file, line: Number(line) };
      isTraceback ||= text.startsWith('Traceback (most recent call last):');
      return isTraceback ? readTraceback(text) : text.startsWith('[XPASS') ? text : null;
    };
  },
  titles: (id) => {
    const [file = '', ...names] = id.split('::');
    return [id, names.length === 0 ? file : names.join('.'), names.at(-1) ?? file];
  },
};

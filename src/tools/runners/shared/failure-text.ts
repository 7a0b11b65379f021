// What a failure report consists of: a message, stack frames and excerpts of code, in the forms that most languages share.

import { REMEMBERED_LINES } from '../../../parse/engine/input/line-history.ts';
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import type { FailureHeading, FailureLine, FailurePlace, FailureReports, Triggers } from '../../../parse/parser.ts';
import type { RawDetails } from '../../../parse/section.ts';

/** Longer lines are no stack frames. */
const MAX_FRAME_LENGTH = 1000;
const MAX_TEXT = 20_000;
const MAX_LINES = 200;
/** "at f (file:1:2)", "❯ file:1:2", "at f in file:line 1", 'File "file", line 1', "# file.rb:1:in f", "file.php:1". */
const FRAMES: readonly RegExp[] = [
  /^\s*(?:at|❯|→) (?:.*[ (])?([^\s()]+?):(?:line )?(\d{1,9})(?::\d{1,9})?\)?$/,
  /^\s*File "([^"]+)", line (\d{1,9})/,
  /^\s*(?:# |from |↳ )?((?:[^\s:#']|[A-Za-z]:[\\/])[^\s:']*\.rb):(\d{1,9})(?::in\b.*)?$/,
  /^\s*(\/?[^\s:]+\.php):(\d{1,9})$/,
];
const IS_FRAME = /^\s*(?:at (?:\S+ ?\(|\S+$|async )|File "|from \S+:\d)/;
const IS_CALL = /^\s*at .+ \(/;
/** Frames of runtimes and libraries. */
const FOREIGN =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|gems|rubylibdir|lib[\\/](?:python|ruby))|^(?:node|internal|ext|bun|deno):|^(?:internal|node)[\\/]|^<|^(?:native|Native Method|Unknown Source)$|^\/usr\//;
const FOREIGN_FRAME =
  /^\s*at (?:(?:java\.base|app)\/+)?(?:java|javax|jdk|sun|org\.(?:junit|opentest4j|assertj|hamcrest|testng|scalatest|gradle|apache\.maven|codehaus)|kotlin|scala|groovy|NUnit|Xunit|System|Microsoft)\./;
/** Excerpts of code with a marker, and rules, without the spaces around them: these would take quadratic time. */
const NO_TEXT =
  /^(?:>?\s*\d+ ?[|│]|[\^~]+$|[|│]\s*[\^~]+|[-=_⎯─~^*.]+$|Traceback \(most recent call last\):|stack backtrace:|note: run with `RUST_BACKTRACE|\.\.\. \d+ more$|$)/;

/** Python prints it above the frames, and these above the exception. */
const TRACEBACK = 'Traceback (most recent call last):';

/** Reads the lines of one report in order. What follows the frames below the message says no more, except another traceback. */
export function reportReader(): (text: string) => string | FailurePlace | null {
  let hasMessage = false;
  let hasEnded = false;
  /** Python prints the code below each frame. */
  let frameIndent = -1;
  return (text) => {
    if (isFrame(text)) {
      hasEnded = hasMessage;
      frameIndent = /^\s*File "/.test(text) ? text.search(/\S/) : -1;
      return placeOf(text);
    }
    const shown = text.trim();
    if (shown === TRACEBACK) hasMessage = false;
    if (NO_TEXT.test(shown)) return null;
    if (frameIndent !== -1 && text.search(/\S/) > frameIndent) return null;
    frameIndent = -1;
    if (hasEnded) return null;
    hasMessage = true;
    return text;
  };
}

function isFrame(text: string): boolean {
  if (text.length > MAX_FRAME_LENGTH) return false;
  return IS_FRAME.test(text) || (text.endsWith(')') && IS_CALL.test(text)) || FRAMES.some((frame) => frame.test(text));
}

/** Null for a frame of a library, or without a file. */
function placeOf(text: string): FailurePlace | null {
  if (FOREIGN_FRAME.test(text)) return null;
  for (const frame of FRAMES) {
    const [, path = '', line = ''] = frame.exec(text) ?? [];
    const file = path.replace(/^(?:async |file:\/\/)/, '');
    if (file !== '') return FOREIGN.test(file) ? null : { file, line: Number(line) };
  }
  return null;
}

/** A document gives its texts in parts, which may be long. */
export function appended(text: string, part: string): string {
  return text.length < MAX_TEXT ? text + part.slice(0, MAX_TEXT) : text;
}

/** The message and the first place of a report that is read line by line. */
export function detailsOfLines(lines: readonly FailureLine[]): RawDetails {
  const message: string[] = [];
  let place: FailurePlace | null = null;
  for (const line of lines) {
    if (typeof line === 'string') message.push(line);
    else if (line) {
      if (line.text !== undefined) message.push(line.text);
      place ??= line;
    }
  }
  return { ...(place && { file: place.file, line: place.line }), message: message.join('\n') };
}

/** The message and the place in the text of a report. */
export function failureDetails(text: string | null | undefined): RawDetails {
  const lines = stripColors((text ?? '').slice(0, MAX_TEXT)).split(/\r?\n/, MAX_LINES);
  return detailsOfLines(lines.map(reportReader()));
}

interface Form extends Triggers {
  /** Matches the line above the message; the group is the test. */
  heading: RegExp | ((text: string, before: (distance: number) => string) => FailureHeading | null);
  /** The first line behind the report. */
  end: RegExp;
  /** Lines of the report that are neither message nor place. */
  noise?: RegExp;
  /** What stands before the message on each line. */
  margin?: RegExp;
  titles?: FailureReports['titles'];
  areJoined?: boolean;
}

/** For tools that print the test, then the message, then stack frames. */
export function failureReports({ heading, end, noise, margin, titles = ownTitles, ...triggers }: Form): FailureReports {
  return {
    ...triggers,
    heading: (text, before) => {
      if (text.length > MAX_FRAME_LENGTH) return null;
      if (!(heading instanceof RegExp)) return heading(text, before);
      const title = heading.exec(text)?.slice(1).find(Boolean)?.trim() ?? '';
      return title === '' ? null : { title };
    },
    open: () => {
      const read = reportReader();
      return (line) => {
        if (line.length > MAX_FRAME_LENGTH) return line;
        if (end.test(line)) return false;
        const text = margin === undefined ? line : line.replace(margin, '');
        return noise?.test(text) === true ? null : read(text);
      };
    },
    titles,
  };
}

/** The id, and the test without its file and groups. */
function ownTitles(id: string): string[] {
  return [id, ...(id.includes(' > ') ? [id.slice(id.indexOf(' > ') + 3), id.slice(id.lastIndexOf(' > ') + 3)] : [])];
}

/** The message printed before the line that names the test: from the last line that matches `start`, or without it. */
export function linesBefore(before: (distance: number) => string, start: RegExp): string[] {
  const lines: string[] = [];
  for (let distance = 1; distance <= REMEMBERED_LINES; distance += 1) {
    const text = before(distance);
    if (start.test(text)) break;
    lines.push(text);
  }
  return lines.reverse();
}

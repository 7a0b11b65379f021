// What TAP producers print below a failed point: a YAML block, comments, or plain text.
import type { FailureLine, FailureReports } from '../../../parse/parser.ts';
import { isRecord, textMember } from '../../../parse/shared/json-access.ts';
import { failureDetails, reportReader } from '../shared/failure-text.ts';
import { tapPoint } from './lines.ts';

const MAX_LENGTH = 2000;
/** Nested points are indented by a multiple of 4; other indentation is a message. */
const END = /^(?: {4}){0,50}(?:(?:not )?ok\b|1\.\.\d|# Subtest|\.\.\.$)|^ +\.\.\.$|^(?:# (?:tests|pass|fail) |Bail out!)/;
const KEY = /^ *(\w{1,30}) *:(?: +(.*))?$/;
const SHOWN_KEYS = new Set(['message', 'error', 'diff', 'expected', 'actual', 'got', 'wanted', 'found', 'name']);
const PLACE = /((?:[A-Za-z]:)?[^\s:'"()]{1,500}):(\d{1,9}):\d{1,9}/;
/** "(in test file x.bats, line 7)", "at x.t line 4." */
const COMMENTED_PLACE = /^\(?(?:in test file|from function .*? in file|at) (\S{1,500}?),? line (\d{1,9})/;

/** In an output that is not TAP itself. */
export const proveFailures: FailureReports = {
  startsWith: ['# '],
  heading: (text) => {
    const title = /^# {3}Failed test '(.{1,900})'$/.exec(text)?.[1];
    return title === undefined ? null : { title };
  },
  open: () => (text) => (text.startsWith('#') && !text.startsWith('# Looks like') ? commentLine(text.slice(1)) : false),
  titles: (id) => [id, id.slice(id.indexOf(' > ') + 3)],
};

export const tapFailures: FailureReports = {
  startsWith: ['not ok'],
  heading: (text) => {
    if (text.length > MAX_LENGTH) return null;
    const name = (tapPoint(text.trimStart())?.name ?? '').replace(/ in \d{1,9}ms$/, '');
    return name === '' ? null : { title: name };
  },
  open: () => {
    const readText = reportReader();
    let yaml: ((text: string) => FailureLine) | null = null;
    return (text) => {
      if (text.length > MAX_LENGTH) return null;
      if (END.test(text)) return false;
      if (/^ *---$/.test(text)) yaml = yamlReader(text.indexOf('-'));
      else if (yaml !== null) return yaml(text);
      else if (text.trimStart().startsWith('#')) return commentLine(text.replace(/^ *#/, ''));
      else return readText(text);
      return null;
    };
  },
  titles: (id) => [id, id.slice(id.lastIndexOf(' > ') === -1 ? 0 : id.lastIndexOf(' > ') + 3)],
};

/** Keys of the block have its indentation; deeper lines belong to the key above. */
function yamlReader(indent: number): (text: string) => FailureLine {
  let isShown: boolean | null = null;
  return (text) => {
    if (isShown === null && text.trimStart().startsWith('{')) return jsonMessage(text);
    const [, key, value = ''] = text.search(/\S/) <= indent + 2 ? (KEY.exec(text) ?? []) : [];
    if (key === undefined) return isShown ? withoutQuotes(text.slice(indent).replace(/^ +(?:message|name): +/, '')) : null;
    isShown = SHOWN_KEYS.has(key);
    return isShown ? shownValue(key, value) : placeIn(key, value);
  };
}

function shownValue(key: string, value: string): FailureLine {
  const isMessage = key === 'message' || key === 'error' || key === 'diff';
  if (value === '') return null;
  if (/^[|>][-+]?$/.test(value)) return isMessage ? null : `${key}:`;
  return isMessage ? withoutQuotes(value) : `${key}: ${value}`;
}

function placeIn(key: string, value: string): FailureLine {
  const [, file, line] = key === 'at' || key === 'location' ? (PLACE.exec(value) ?? []) : [];
  return file === undefined ? null : { file, line: Number(line) };
}

/** deno prints one line of JSON. */
function jsonMessage(text: string): FailureLine {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? (failureDetails(textMember(value, 'message')).message ?? null) : null;
  } catch {
    return null;
  }
}

function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

function commentLine(text: string): FailureLine {
  const line = text.trim();
  const [, file, number] = COMMENTED_PLACE.exec(line) ?? [];
  if (file !== undefined) return { file, line: Number(number) };
  return line === '' || line.startsWith('Failed test') || line.startsWith('Looks like you') ? null : text;
}

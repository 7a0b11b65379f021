// Cuts tokens into lines in one layout, whatever the layout of the text was. Texts that differ only in their formatting have the
// same lines, and the number of lines does not depend on how much is written on each.
import type { Token } from '../token.ts';

const MAX_WIDTH = 80;
/** The parts of a wider bracket, between its commas, are on lines of their own unless they are short, as in a table of numbers. */
const MAX_GROUP_WIDTH = 60;
const MIN_PART_WIDTH = 10;

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
/** What follows a closing brace on the same line. */
const AFTER_BRACE = new Set(['else', 'catch', 'finally', 'while', ')', ']', '}', ',', ';', ':', '.', '?.', '(', '=>']);

/** A pair of brackets, by the indices of their tokens. */
interface Group {
  open: number;
  close: number;
  /** Braces with statements inside, or too wide for a line. */
  isBlock: boolean;
  /** Whether a line ends after each of its commas. */
  breaksAtCommas: boolean;
}

/** The index of the first token of each line. */
export function layOut(tokens: readonly Token[]): number[] {
  const groups = findGroups(tokens);
  const starts: number[] = [];
  const open: Group[] = [];
  let width = 0;
  for (const [index, token] of tokens.entries()) {
    const group = groups[index];
    if (group?.close === index) open.pop();
    width += widthOf(token);
    if (index === 0 || width > MAX_WIDTH || breaksBefore(tokens, index, groups, open.at(-1))) {
      starts.push(index);
      width = widthOf(token);
    }
    if (group?.open === index) open.push(group);
  }
  return starts;
}

/** About as in a formatted text: most operators have no space around them, and a comment has its mark once. */
function widthOf({ kind, text }: Token): number {
  if (kind === 'comment') return text.length - 1;
  return kind === 'operator' ? text.length : text.length + 1;
}

interface OpenBracket {
  index: number;
  /** The width of all tokens up to it. */
  width: number;
  hasStatements: boolean;
  commas: number;
}

/** For each bracket its pair. */
function findGroups(tokens: readonly Token[]): (Group | undefined)[] {
  const groups = new Array<Group | undefined>(tokens.length);
  const open: OpenBracket[] = [];
  let width = 0;
  for (const [index, token] of tokens.entries()) {
    width += widthOf(token);
    const top = open.at(-1);
    if (top !== undefined) noteInside(top, token);
    if (token.kind !== 'operator') continue;
    if (CLOSING.has(token.text)) open.push({ index, width, hasStatements: false, commas: 0 });
    else if (top !== undefined && CLOSING.get(tokens[top.index]?.text ?? '') === token.text) {
      open.pop();
      const group = closeGroup(top, index, token.text, width);
      groups[top.index] = group;
      groups[index] = group;
      const parent = open.at(-1);
      if (parent !== undefined) parent.hasStatements ||= group.isBlock;
    }
  }
  return groups;
}

function noteInside(bracket: OpenBracket, token: Token): void {
  if (separatesStatements(token)) bracket.hasStatements = true;
  if (token.kind === 'operator' && token.text === ',') bracket.commas += 1;
}

function closeGroup(open: OpenBracket, close: number, mark: string, end: number): Group {
  const width = end - open.width;
  return {
    open: open.index,
    close,
    isBlock: mark === '}' && (open.hasStatements || width > MAX_GROUP_WIDTH),
    breaksAtCommas: width > MAX_GROUP_WIDTH && width > MIN_PART_WIDTH * (open.commas + 1),
  };
}

function separatesStatements({ kind, text, startsStatement }: Token): boolean {
  return startsStatement === true || kind === 'break' || kind === 'comment' || (kind === 'operator' && text === ';');
}

/** `parent` is the innermost bracket around the token. */
function breaksBefore(
  tokens: readonly Token[],
  index: number,
  groups: readonly (Group | undefined)[],
  parent: Group | undefined,
): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (before === undefined || token === undefined || token.kind === 'break') return false;
  if (before.kind === 'break' || startsLine(token)) return true;
  if ((before.kind === 'comment') !== (token.kind === 'comment')) return true;
  if (groups[index]?.isBlock && groups[index].close === index) return true;
  if (before.kind !== 'operator') return false;
  if (groups[index - 1]?.isBlock) return before.text === '{' || !AFTER_BRACE.has(token.text);
  return before.text === ';' ? parent?.isBlock !== false : before.text === ',' && parent?.breaksAtCommas === true;
}

/** A statement, or a further line of a string. */
function startsLine({ kind, text, startsStatement }: Token): boolean {
  return startsStatement === true || (kind === 'string' && text.startsWith('\n'));
}

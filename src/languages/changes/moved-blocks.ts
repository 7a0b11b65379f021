// Finds blocks of lines that were removed at one place and added at another, in the same file or in another one.
// Each line is taken once, so the time is linear in the number of lines.

/** Lines that are only on one side of a comparison. */
export interface LooseLine {
  file: number;
  line: number;
  /** Equal for equal lines. */
  id: number;
  /** Its number of tokens. */
  size: number;
}

const MIN_LINES = 2;
/** Less is more likely a coincidence, such as two closing braces. */
const MIN_TOKENS = 10;

export interface MovedBlock {
  /** Indices in the lists of removed and of added lines. */
  removed: number;
  added: number;
  length: number;
}

export function findMovedBlocks(removed: readonly LooseLine[], added: readonly LooseLine[]): MovedBlock[] {
  const places = pairsOfLines(removed);
  const taken = new Uint8Array(removed.length);
  const blocks: MovedBlock[] = [];
  for (let at = 0; at + 1 < added.length; at += 1) {
    const candidates = places.get(keyAt(added, at) ?? '') ?? [];
    while (candidates.length > 0 && taken[candidates.at(-1) ?? 0]) candidates.pop();
    const start = candidates.at(-1);
    if (start === undefined) continue;
    const block = { removed: start, added: at, length: commonLength(removed, start, added, at, taken) };
    if (block.length < MIN_LINES || tokensOf(added, block) < MIN_TOKENS) continue;
    taken.fill(1, start, start + block.length);
    blocks.push(block);
    at += block.length - 1;
  }
  return blocks;
}

/** The places of each pair of adjacent lines, the last one first. */
function pairsOfLines(lines: readonly LooseLine[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const key = keyAt(lines, at);
    if (key === null) continue;
    const list = places.get(key) ?? [];
    list.push(at);
    places.set(key, list);
  }
  return places;
}

/** Null if the next line does not follow directly in the same file. */
function keyAt(lines: readonly LooseLine[], at: number): string | null {
  return follows(lines, at) ? `${lines[at]?.id} ${lines[at + 1]?.id}` : null;
}

function follows(lines: readonly LooseLine[], at: number): boolean {
  const [line, next] = [lines[at], lines[at + 1]];
  return line !== undefined && next !== undefined && line.file === next.file && line.line + 1 === next.line;
}

function commonLength(
  removed: readonly LooseLine[],
  start: number,
  added: readonly LooseLine[],
  at: number,
  taken: Uint8Array,
): number {
  let length = 1;
  while (
    follows(removed, start + length - 1) &&
    follows(added, at + length - 1) &&
    !taken[start + length] &&
    removed[start + length]?.id === added[at + length]?.id
  ) {
    length += 1;
  }
  return length;
}

function tokensOf(added: readonly LooseLine[], { added: at, length }: MovedBlock): number {
  let tokens = 0;
  for (let line = at; line < at + length; line += 1) tokens += added[line]?.size ?? 0;
  return tokens;
}

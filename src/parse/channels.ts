// Room parse: several packages that print at once, each line behind the package's name, are read as separate logs.

export interface ChannelLine {
  /** The package, service or task. */
  channel: string;
  text: string;
}

interface ChannelRule {
  /** A cheap look: a line without this text is nobody's. */
  marker: string;
  /** Groups: 1 the channel, 2 the text of the line. */
  prefix: RegExp;
  /** A line that must have been seen for the channel; null where the prefix speaks for itself. Group 1 is the channel. */
  announcement: RegExp | null;
}

const RULES: readonly ChannelRule[] = [
  // docker compose: "web-1  | text"
  { marker: '| ', prefix: /^([A-Za-z][\w.-]{0,80}[-_]\d{1,4}) {1,80}\| (.*)$/, announcement: null },
  // pnpm --recursive: "packages/a test$ vitest run", then "packages/a test: text"
  {
    marker: ': ',
    prefix: /^([\w@./-]{1,200} [\w:.-]{1,80}): (.*)$/,
    announcement: /^([\w@./-]{1,200} [\w:.-]{1,80})\$ /,
  },
  // turborepo: "web:test: cache miss, executing 1a2b", then "web:test: text"
  {
    marker: ': ',
    prefix: /^([\w@./-]{1,200}:[\w.-]{1,80}): (.*)$/,
    announcement: /^([\w@./-]{1,200}:[\w.-]{1,80}): cache (?:hit|miss|bypass)/,
  },
];

/** Remembers which channels were announced, so that "error: text" is not taken for one. */
export class ChannelSplitter {
  readonly #announced = new Set<string>();

  /** Null for a line without a prefix. */
  split(line: string): ChannelLine | null {
    if (line.includes('$ ') || line.includes(': cache ')) this.#noteAnnouncement(line);
    for (const { marker, prefix, announcement } of RULES) {
      if ((announcement !== null && this.#announced.size === 0) || !line.includes(marker)) continue;
      const [, channel, text = ''] = prefix.exec(line) ?? [];
      if (channel !== undefined && (announcement === null || this.#announced.has(channel))) return { channel, text };
    }
    return null;
  }

  #noteAnnouncement(line: string): void {
    for (const { announcement } of RULES) {
      const channel = announcement?.exec(line)?.[1];
      if (channel !== undefined) this.#announced.add(channel);
    }
  }
}

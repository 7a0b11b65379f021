// Renders every effective setting with its origin, in hydra.toml syntax.
import { cutMiddle, displayWidth, LINE_WIDTH, padEnd, visibleText, wrapText } from './terminal-text.ts';

export interface PolicyRow {
  key: string;
  value: string;
  origin: string;
}

const ORIGIN_COLUMN = 52;
const MAX_ORIGIN_LENGTH = 40;

export function renderPolicy(rows: readonly PolicyRow[]): string {
  return rows
    .flatMap(renderRow)
    .map((line) => `${line}\n`)
    .join('');
}

function renderRow({ key, value, origin }: PolicyRow): string[] {
  const setting = visibleText(`${key} = ${value}`);
  const comment = `# ${cutMiddle(visibleText(origin), MAX_ORIGIN_LENGTH)}`;
  const oneLine = `${padEnd(setting, ORIGIN_COLUMN)}  ${comment}`;
  if (displayWidth(oneLine) <= LINE_WIDTH) return [oneLine];
  return [...wrapText('', setting, 2), `  ${comment}`];
}

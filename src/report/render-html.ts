// Renders a run as one HTML file: the page with its data embedded. The data comes from candidates:
// it must not close its element, and only the page's own script runs (its Content-Security-Policy
// allows it by hash).
import { REPORT_ELEMENT, type ReportFile } from '../contract/index.ts';

/** The placeholder for the data. The build inserts it into the template once. */
export const DATA_MARK = '<!--hydra-data-->';

/** `template` is the page in one file, as written by the build. */
export function renderHtml(template: string, data: ReportFile): string {
  const [before, after, ...more] = template.split(DATA_MARK);
  if (before === undefined || after === undefined || more.length > 0)
    throw new TypeError('the template of the report does not say once where its data goes');
  return `${before}<script type="application/json" id="${REPORT_ELEMENT}">${scriptJson(data)}</script>${after}`;
}

/** JSON with characters escaped that an HTML parser could interpret. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// A run as one HTML file: the page itself, with its data written into it. The data comes from candidates:
// nothing in it may end the element it stands in, and no script but the page's own runs (its Content-Security-Policy
// allows that one by its hash).
import { REPORT_ELEMENT, type ReportFile } from '../contract/index.ts';

/** Where the data goes. The build puts it into the template once. */
export const DATA_MARK = '<!--hydra-data-->';

/** `template` is the page in one file, as the build writes it. */
export function renderHtml(template: string, data: ReportFile): string {
  const [before, after, ...more] = template.split(DATA_MARK);
  if (before === undefined || after === undefined || more.length > 0)
    throw new TypeError('the template of the report does not say once where its data goes');
  return `${before}<script type="application/json" id="${REPORT_ELEMENT}">${scriptJson(data)}</script>${after}`;
}

/** JSON that means the same to a JSON parser, and nothing to an HTML parser. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// The lines of comments that runners of documentation tests read; the text around them changes no test.

const FENCE = /^\s*(?:\/\/[/!]|\/?\*[*!]?)?\s*(?:```|~~~)/;
/** Indented code, after the mark of the comment and one blank. */
const INDENTED = /^\s*(?:\/\/[/!]|\/?\*[*!]?)?(?: {5}|\t| \t)/;

/** Markdown as rustdoc reads it. All lines where a fence is not closed. */
export function fencedLines(lines: readonly string[]): string[] {
  let isOpen = false;
  const tested = lines.filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isOpen = !isOpen;
    return isFence || isOpen || INDENTED.test(line);
  });
  return isOpen ? [...lines] : tested;
}

/** From each prompt to the next empty line, as doctest reads them. */
export function promptLines(lines: readonly string[]): string[] {
  let isOpen = false;
  return lines.filter((line) => {
    if (line.includes('>>>')) isOpen = true;
    else if (line.trim() === '') isOpen = false;
    return isOpen;
  });
}

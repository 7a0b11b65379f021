// Tells "the check could not be run here" from "the check failed". A missing tool or script is no finding.

/** What shells and package managers say when the thing to run does not exist; each with the exit codes it comes with. */
const SIGNS: readonly { exitCodes: readonly number[] | null; text: RegExp }[] = [
  { exitCodes: [126, 127], text: /(?:not found|No such file or directory|Permission denied|is not recognized)/ },
  { exitCodes: null, text: /npm (?:ERR!|error) (?:M|m)issing script:/ },
  {
    exitCodes: null,
    text: /(?:error Command "[^"\n]{1,80}" not found|ERR_PNPM_NO_SCRIPT|Usage Error: Couldn't find a script named)/,
  },
  { exitCodes: [101], text: /error: no such (?:sub)?command: / },
  { exitCodes: [1], text: /(?:^|\n)\S*python[\d.]*: No module named (?:pytest|ruff|flake8|pylint|mypy|black|unittest2|nose)\b/ },
  { exitCodes: [1], text: /npx canceled due to missing packages/ },
  { exitCodes: [2], text: /make: \*\*\* No rule to make target '[^'\n]{1,80}'\.\s+Stop\./ },
  // What make has to say about a program that its rule starts and that does not exist.
  { exitCodes: [2], text: /make(?:\[\d+\])?: \*\*\* \[[^\]\n]{1,200}\] Error 127/ },
];

/** `tail` is the end of the output. Answers with the line that says so, or null. */
export function findAbsentTool(exitCode: number | null, tail: string): string | null {
  if (exitCode === null || exitCode === 0) return null;
  for (const { exitCodes, text } of SIGNS) {
    if (exitCodes !== null && !exitCodes.includes(exitCode)) continue;
    const found = text.exec(tail);
    if (found !== null) return lineAround(tail, found.index + found[0].length - 1);
  }
  return null;
}

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  return text
    .slice(start, end === -1 ? undefined : end)
    .trim()
    .slice(0, 300);
}

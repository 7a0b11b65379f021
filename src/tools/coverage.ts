// In which languages a test command can measure the lines that its tests execute.
import { RUNNERS } from './runners/index.ts';
import type { Coverage } from './tool.ts';

/** Programs that start a runner whose name may not be in the command. */
const LAUNCHERS: readonly Coverage[] = [
  { language: 'javascript', startedBy: /\b(?:npm|npx|pnpm|yarn|turbo|nx|lerna)\b/ },
  { language: 'python', startedBy: /\b(?:nox|tox|hatch)\b/ },
];

const KNOWN: readonly Coverage[] = [...RUNNERS.flatMap(({ coverage }) => coverage ?? []), ...LAUNCHERS];

/** The first script is the command, the others are those that it runs. */
export function measuredLanguages(scripts: readonly string[], packages: ReadonlySet<string>): ReadonlySet<Coverage['language']> {
  const inCommand = startedIn(scripts[0] ?? '');
  const started = startedIn(scripts.join('\n')).filter((each) => each.isInCommand !== true || inCommand.includes(each));
  const lacking = started.filter(({ needsPackage }) => needsPackage?.every((name) => !packages.has(name)) ?? false);
  const unmeasured = new Set(lacking.map(({ language }) => language));
  return new Set(started.map(({ language }) => language).filter((language) => !unmeasured.has(language)));
}

/** Whether the runtime that a command starts has to be told to measure. */
export function asksRuntime(text: string, language: Coverage['language']): boolean {
  const started = startedIn(text).filter((each) => each.language === language);
  return started.length > 0 && started.every(({ isOwn }) => isOwn !== true);
}

function startedIn(text: string): Coverage[] {
  return KNOWN.filter(({ startedBy }) => startedBy.test(text));
}

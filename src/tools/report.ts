// Requests reports from test runners in addition to their console output, without changing the user's command.
// The runner itself writes a report; any code under test can print console lines.
import { RUNNERS } from './runners/index.ts';
import type { ReportRequest } from './tool.ts';

/** The command to run: where a runner has no other way to list every test. Any other command stays as the user wrote it. */
export function listEveryTest(command: string): string {
  return RUNNERS.reduce((text, runner) => runner.listEveryTest?.(text) ?? text, command);
}

export function keepGoing(command: string): string {
  return RUNNERS.reduce((text, runner) => runner.keepGoing?.(text) ?? text, command);
}

/** Several runners share the request for Node. */
const REQUESTS = [...new Set(RUNNERS.flatMap(({ report }) => report?.request ?? []))];

/** The variables to set: none if no runner would read them. */
export function requestReports(request: ReportRequest): Record<string, string> {
  const text = request.scripts.join('\n');
  const set: Record<string, string> = {};
  for (const { startedBy, variables } of REQUESTS)
    if (startedBy.test(text)) Object.assign(set, variables({ ...request, env: { ...request.env, ...set } }));
  return set;
}

/** Whether runs of a command request a report at all. `scripts` are those of package.json. */
export function asksForReports(command: string, scripts: Readonly<Record<string, string>>): boolean {
  const nowhere = { folder: '', env: {}, delimiter: '', hookPath: () => '', hookUrl: () => '' };
  const variables = requestReports({ scripts: expandScripts(command, scripts), ...nowhere });
  return listEveryTest(command) !== command || Object.keys(variables).length > 0;
}

const MAX_SCRIPTS = 30;
const CALLS_SCRIPTS = /\b(?:npm|pnpm|yarn|bun|npm-run-all|run-[sp]|concurrently)\b/;

/** A command and all scripts of package.json that it runs, including pre and post scripts. */
export function expandScripts(command: string, scripts: Readonly<Record<string, string>>): string[] {
  const texts = [command];
  const seen = new Set<string>();
  for (let at = 0; at < texts.length && texts.length < MAX_SCRIPTS; at += 1) {
    const text = texts[at] ?? '';
    if (!CALLS_SCRIPTS.test(text)) continue;
    const words = text.split(/[\s&|;()]+/).flatMap((word) => [`pre${word}`, word, `post${word}`]);
    for (const word of words) {
      if (!Object.hasOwn(scripts, word) || seen.has(word)) continue;
      seen.add(word);
      texts.push(scripts[word] ?? '');
    }
  }
  return texts;
}

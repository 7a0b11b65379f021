// What an agent did in a race, from its record, its events and its output.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentStory, TestClaim } from '../contract/index.ts';
import { AGENT_FOLDER, findRunFolder, type RunFolder, readStoredIfPresent, subjectFolder } from '../store/index.ts';
import { readRun } from './lifecycle.ts';
import { readEvents } from './read-events.ts';
import { type AgentEvent, isAgentEvent, shorten, storyEntries } from './story-entries.ts';
import { claimInMessages, claimInOutput, claimInPlainText, textsInOutput } from './test-claims.ts';

const MAX_WARNINGS = 50;
/** The results of the last test run are at the end of the output. */
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

/** Null if no agent made the candidate. The name is untrusted: only those listed in the run are used. */
export function tellStory(folder: RunFolder, candidate: string): AgentStory | null {
  const run = readRun(folder);
  if (run === null || !run.candidates.some(({ name }) => name === candidate)) return null;
  const home = join(subjectFolder(folder, { kind: 'candidate', name: candidate }), AGENT_FOLDER);
  const record = readStoredIfPresent('agent', join(home, 'agent.json'));
  if (record === null) return null;
  const { ending, agent, model, models, version, ended, stopped, exit_code, signal, duration_ms, outcome, failure } = record;
  const { usage, usage_is_final, cost_usd, cost_source, tool_calls, warnings, stdout, stderr, final_message } = record;
  const entries = storyEntries(agentEvents(folder, candidate), run.policy.scoring.commands.test);
  const messages = entries.filter(({ kind }) => kind === 'message').map(({ text }) => text);
  const output = readEnd(join(home, 'stdout.log'));
  // An agent that prints plain text has no messages: its words are in its output.
  const isPlain = messages.length === 0 && final_message === null;
  const claims = isPlain
    ? [claimInPlainText(output.split('\n'))]
    : [claimInMessages(final_message === null ? messages : [...messages, final_message]), claimInOutput(textsInOutput(output))];
  return {
    ...{ ending, agent, model, models, version, ended, stopped, exit_code, signal, duration_ms, outcome, failure },
    ...{ usage, usage_is_final, cost_usd, cost_source, tool_calls, warnings: warnings.slice(0, MAX_WARNINGS) },
    ...shorten(entries),
    claims: claims.filter((claim): claim is TestClaim => claim !== null),
    stdout_bytes: stdout.bytes,
    stderr_bytes: stderr.bytes,
  };
}

/** A run that scores the candidates of an earlier one again has their output, but the agents worked in the earlier one. */
function agentEvents(folder: RunFolder, candidate: string): AgentEvent[] {
  const mark = `"candidate":${JSON.stringify(candidate)}`;
  const events = readEvents(folder, (line) => line.includes('"type":"agent_') && line.includes(mark));
  const own = events.filter(isAgentEvent).filter((event) => event.candidate === candidate);
  const earlier = readRun(folder)?.again_of;
  if (own.length > 0 || earlier === undefined) return own;
  const source = findRunFolder(join(dirname(folder.path), basename(earlier)));
  return source === null || source.id >= folder.id ? [] : agentEvents(source, candidate);
}

function readEnd(file: string): string {
  if (!existsSync(file)) return '';
  const { size } = statSync(file);
  const buffer = Buffer.alloc(Math.min(size, MAX_OUTPUT_BYTES));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  return buffer.toString('utf8');
}

// The built-in agents, in the order in which they are listed.
import type { AgentAdapter } from './adapter.ts';
import { aider } from './aider.ts';
import { amp } from './amp.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursorAgent } from './cursor-agent.ts';
import { droid } from './droid.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

export type { AgentAdapter } from './adapter.ts';
export { classifyEnding } from './classify-ending.ts';
export { customAgent, readUsageFile } from './custom.ts';
export { detectAgent, detectFlags } from './detect.ts';
export { agentEnvironment } from './environment.ts';
export { openTranscript, type ToldEvent, type Transcript } from './transcript.ts';

export const AGENTS: readonly AgentAdapter[] = [
  claude,
  codex,
  gemini,
  opencode,
  copilot,
  qwen,
  cursorAgent,
  amp,
  goose,
  aider,
  droid,
];

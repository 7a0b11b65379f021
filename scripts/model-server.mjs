// A scripted model server on loopback: it requests one shell command and, when the command has run, answers that the
// task is done. It supports the four protocols of the agent programs.
import { createServer } from 'node:http';

/** The usage in every answer, so that a test knows the sums. */
export const USAGE_PER_ANSWER = { input: 1000, cached: 200, output: 50 };
const SAYS = 'The file is changed.';

/**
 * @param {string} command the shell command that the model requests
 * @returns {Promise<{ url: string, requests: string[], close(): Promise<void> }>}
 */
export async function startModelServer(command) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    requests.push(`${request.method} ${path}`);
    const body = await readBody(request);
    const protocol = PROTOCOLS.find(({ path: pattern }) => pattern.test(path));
    if (request.method !== 'POST' || protocol === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"unknown path"}}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [name, data] of protocol.events(JSON.parse(body), command)) {
      if (name !== null) response.write(`event: ${name}\n`);
      response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(/** @type {import('node:http').IncomingMessage} */ request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @typedef {[name: string | null, data: unknown][]} ServerEvents */
/** @typedef {{ path: RegExp, events(asked: any, command: string): ServerEvents }} Protocol */

/** @type {Protocol[]} */
const PROTOCOLS = [
  { path: /\/responses$/, events: answerResponses },
  { path: /\/chat\/completions$/, events: answerChat },
  { path: /\/messages$/, events: answerMessages },
  { path: /:streamGenerateContent$/, events: answerGemini },
];

/** Names of the shell tool, in order of preference. */
const SHELL_TOOLS = ['exec_command', 'shell_command', 'shell', 'run_shell_command', 'bash', 'Bash'];

/** @returns {{ tool: string, input: object } | null} null without a shell tool, as in a request for a title */
function shellCall(/** @type {string[]} */ offered, /** @type {string} */ command) {
  const tool = SHELL_TOOLS.find((name) => offered.includes(name));
  if (tool === undefined) return null;
  if (tool === 'exec_command') return { tool, input: { cmd: command } };
  if (tool === 'shell') return { tool, input: { command: ['sh', '-c', command] } };
  const input = { command, description: 'Changes the file' };
  return { tool, input: tool === 'run_shell_command' ? { ...input, is_background: false } : input };
}

/** @returns {ServerEvents} */
function answerResponses(/** @type {any} */ asked, /** @type {string} */ command) {
  const isDone = JSON.stringify(asked.input ?? []).includes('function_call_output');
  const call = isDone
    ? null
    : shellCall(
        (asked.tools ?? []).map((/** @type {any} */ tool) => tool.name),
        command,
      );
  const item =
    call === null
      ? { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: SAYS }] }
      : { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: call.tool, arguments: JSON.stringify(call.input) };
  const { input, cached, output } = USAGE_PER_ANSWER;
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
  return [
    ['response.created', { type: 'response.created', response: { id: 'resp_1' } }],
    ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
    ['response.completed', { type: 'response.completed', response: { id: 'resp_1', usage } }],
  ];
}

/** @returns {ServerEvents} */
function answerChat(/** @type {any} */ asked, /** @type {string} */ command) {
  const isDone = (asked.messages ?? []).some((/** @type {any} */ message) => message.role === 'tool');
  const offered = (asked.tools ?? []).map((/** @type {any} */ tool) => tool.function?.name);
  const call = isDone ? null : shellCall(offered, command);
  const delta =
    call === null
      ? { role: 'assistant', content: SAYS }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { index: 0, id: 'call_1', type: 'function', function: { name: call.tool, arguments: JSON.stringify(call.input) } },
          ],
        };
  const { input, cached, output } = USAGE_PER_ANSWER;
  const common = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: asked.model };
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return [
    [null, { ...common, choices: [{ index: 0, delta, finish_reason: null }] }],
    [null, { ...common, choices: [{ index: 0, delta: {}, finish_reason: call === null ? 'stop' : 'tool_calls' }] }],
    [null, { ...common, choices: [], usage }],
    [null, '[DONE]'],
  ];
}

/** @returns {ServerEvents} */
function answerMessages(/** @type {any} */ asked, /** @type {string} */ command) {
  const isDone = JSON.stringify(asked.messages ?? []).includes('"tool_result"');
  const call = isDone
    ? null
    : shellCall(
        (asked.tools ?? []).map((/** @type {any} */ tool) => tool.name),
        command,
      );
  const { input, cached, output } = USAGE_PER_ANSWER;
  // This protocol does not include cached tokens in the input tokens.
  const usage = {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: output,
  };
  const message = {
    id: `msg_${asked.messages?.length}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: [],
    usage,
  };
  const block =
    call === null
      ? { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: SAYS } }
      : {
          start: { type: 'tool_use', id: 'toolu_1', name: call.tool, input: {} },
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
        };
  /** @type {object[]} */
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block.start },
    { type: 'content_block_delta', index: 0, delta: block.delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => [/** @type {{ type: string }} */ (event).type, event]);
}

/** @returns {ServerEvents} */
function answerGemini(/** @type {any} */ asked, /** @type {string} */ command) {
  const isDone = JSON.stringify(asked.contents ?? []).includes('"functionResponse"');
  const offered = (asked.tools ?? []).flatMap((/** @type {any} */ tool) =>
    (tool.functionDeclarations ?? []).map((/** @type {any} */ declaration) => declaration.name),
  );
  const call = isDone ? null : shellCall(offered, command);
  const part = call === null ? { text: SAYS } : { functionCall: { name: call.tool, args: call.input } };
  const { input, cached, output } = USAGE_PER_ANSWER;
  const usageMetadata = {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  };
  const candidates = [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }];
  return [[null, { candidates, usageMetadata, modelVersion: 'mock' }]];
}

// Resolves the list of agents: `codex,codex,claude:opus` to agents with unique candidate names.
import { AGENTS, type AgentAdapter, customAgent } from '../agents/index.ts';
import { closestName } from '../config/index.ts';
import { hydraError, type Policy, TEST_AUTHOR } from '../contract/index.ts';

export interface RaceAgent {
  /** The name of the candidate. */
  name: string;
  adapter: AgentAdapter;
  model: string | null;
}

/** Every known agent: those of hydra.toml, and the built-in ones that it does not redefine. */
export function listAgents(policy: Policy): AgentAdapter[] {
  const own = Object.entries(policy.agents).map(([name, settings]) => customAgent(name, settings));
  return [...own, ...AGENTS.filter(({ id }) => !own.some((adapter) => adapter.id === id))];
}

/** `taken` are the names of existing candidates. */
export function nameRacers(policy: Policy, taken: readonly string[]): RaceAgent[] {
  const { agents: asked } = policy.race;
  if (asked.length === 0) throw hydraError('no_agents', {});
  const names = new Set(taken.map((name) => name.toLowerCase()));
  return asked.map((text) => {
    const { adapter, model } = findAgent(policy, text);
    return { name: freeName(text, model === null ? adapter.id : `${adapter.id}-${model}`, names), adapter, model };
  });
}

/** Null without a test author. */
export function nameTestAuthor(policy: Policy): RaceAgent | null {
  const { test_author: asked } = policy.race;
  return asked === null ? null : { name: TEST_AUTHOR, ...findAgent(policy, asked) };
}

function findAgent(policy: Policy, text: string): Omit<RaceAgent, 'name'> {
  const known = listAgents(policy);
  const [id = '', model = null] = splitModel(text);
  const adapter = known.find((one) => one.id === id);
  if (adapter === undefined) throw unknownAgent(id, known);
  if (adapter.tier === 'experimental' && !policy.race.allow_experimental)
    throw hydraError('agent_experimental', { agent: id }, { value: text });
  if (model !== null) refuseModel(adapter, model);
  return { adapter, model };
}

/** The model may contain colons. */
function splitModel(text: string): [string, string | null] {
  const at = text.indexOf(':');
  return at === -1 || at === text.length - 1 ? [text.replace(/:$/, ''), null] : [text.slice(0, at), text.slice(at + 1)];
}

/** A name becomes an argument of a program: it must not look like an option. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/@+[\]-]{0,199}$/;

function refuseModel({ id, takesModel }: AgentAdapter, model: string): void {
  const refuse = (reason: string) => hydraError('agent_model', { agent: id, model, reason }, { value: model });
  if (!MODEL.test(model))
    throw refuse('a model is up to 200 letters, digits and . _ : / @ + [ ] -, and begins with a letter or digit');
  if (!takesModel) throw refuse('it cannot be told which model to use');
}

function freeName(asked: string, wanted: string, names: Set<string>): string {
  const plain = wanted
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 56);
  if (plain === '' || plain === 'base' || plain === 'baseline' || plain === TEST_AUTHOR)
    throw hydraError('agent_name', { agent: asked, name: plain });
  let name = plain;
  // Names become folders, and some file systems ignore case.
  for (let count = 2; names.has(name.toLowerCase()); count += 1) name = `${plain}-${count}`;
  names.add(name.toLowerCase());
  return name;
}

function unknownAgent(id: string, known: readonly AgentAdapter[]) {
  const ids = known.map((adapter) => adapter.id);
  const close = closestName(id, ids);
  const list = `Agents: ${ids.map((name) => `\`${name}\``).join(', ')}; others under [agents] in hydra.toml.`;
  return hydraError(
    'unknown_agent',
    { agent: id, suggestion: close === undefined ? list : `Did you mean \`${close}\`? ${list}` },
    { value: id },
  );
}

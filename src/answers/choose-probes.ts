// Chooses the calls of a run: those of its sources, and changed ones.
import { hashOf, PROBE_SOURCES, type Probe, type ProbeSource } from '../contract/index.ts';
import { alternating, varyCall } from './vary/vary-call.ts';

/** A call that some text or test makes. */
export interface SourceCall {
  call: string;
  /** As `language` of a probe. */
  language: string;
  /** The file that defines what is called; null when unknown. */
  path: string | null;
  source: ProbeSource;
  /** The functions that it calls. */
  called: readonly string[];
  /** Whether null may be passed; true when omitted. */
  allowsNull?: boolean;
}

export interface ChosenProbe<Call extends SourceCall> {
  probe: Probe;
  /** The call that it is, or that it was made of: it needs the same imports. */
  from: Call;
}

const MAX_PROBES = 60;
/** Half of the probes are changed calls, as far as there are any. */
const MAX_ORIGINALS = 30;
/** Of one source: more are neither hashed nor changed. */
const MAX_READ = 300;

/** Originals first, in the order of their sources. Equal calls are one probe. */
export function chooseProbes<Call extends SourceCall>(calls: readonly Call[]): ChosenProbe<Call>[] {
  const groups = PROBE_SOURCES.map((source) =>
    spread(distinct(calls.filter((call) => call.source === source).slice(0, MAX_READ))),
  );
  const known = new Set<string>();
  const all = alternating(groups).map((from) => ({ probe: probeOf(from, from.call, false), from }));
  const originals = all.filter(({ probe }) => isNew(probe, known));
  const chosen = originals.slice(0, MAX_ORIGINALS);
  const changed = changedProbes(chosen, known).slice(0, MAX_PROBES - chosen.length);
  const others = originals.slice(chosen.length, chosen.length + MAX_PROBES - chosen.length - changed.length);
  const rank = ({ from }: ChosenProbe<Call>) => PROBE_SOURCES.indexOf(from.source);
  return [...[...chosen, ...others].sort((one, other) => rank(one) - rank(other)), ...changed];
}

function isNew({ id }: Probe, known: Set<string>): boolean {
  if (known.has(id)) return false;
  known.add(id);
  return true;
}

function distinct<Call extends SourceCall>(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [`${call.language} ${call.path} ${call.call}`, call])).values()];
}

/** Over the functions that are called. */
function spread<Call extends SourceCall>(calls: readonly Call[]): Call[] {
  const byFunction = new Map<string, Call[]>();
  for (const call of calls) {
    const key = call.called.join(' ');
    byFunction.set(key, [...(byFunction.get(key) ?? []), call]);
  }
  return alternating([...byFunction.values()]);
}

/** In turn from each source, and from each of its calls; calls of one source start with different kinds of change. */
function changedProbes<Call extends SourceCall>(
  originals: readonly ChosenProbe<Call>[],
  known: Set<string>,
): ChosenProbe<Call>[] {
  const groups = PROBE_SOURCES.map((source) => {
    const own = originals.filter(({ from }) => from.source === source);
    return alternating(
      own.map(({ from }, index) => {
        const variations = varyCall(from);
        const start = variations.length === 0 ? 0 : index % variations.length;
        const turned = [...variations.slice(start), ...variations.slice(0, start)];
        return turned.map(({ call }) => ({ probe: probeOf(from, call, true), from }));
      }),
    );
  });
  return alternating(groups).filter(({ probe }) => isNew(probe, known));
}

function probeOf({ language, path, source }: SourceCall, call: string, is_changed: boolean): Probe {
  return { id: hashOf({ language, path, call }), call, language, path, source, is_changed };
}

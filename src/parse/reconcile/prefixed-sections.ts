// Whatever runs several packages at once puts a name before every line. Where a runner also prints without
// one, lines with a name may come from its tests: what stands inside its run is quoted, and what does not is doubted.
import type { Section } from '../section.ts';
import type { Placed } from './summarize.ts';

/** `placed` has an empty channel for what stands without a name. Only test runs are looked at: linters often go together. */
export function doubtChannels(placed: readonly Placed<Section>[]): Placed<Section>[] {
  const isNamed = ({ channel, section }: Placed<Section>) => channel !== '' && section.kind === 'test';
  const runs = placed.filter(({ channel, section }) => channel === '' && section.kind === 'test' && section.hasFooter);
  if (runs.length === 0 || !placed.some(isNamed)) return [...placed];
  return placed
    .filter((entry) => !isNamed(entry) || !runs.some(({ section }) => section.hasHeader && encloses(section, entry.section)))
    .map((entry) => (isNamed(entry) ? doubted(entry) : entry));
}

function encloses(outer: Section, inner: Section): boolean {
  return outer.firstLine < inner.firstLine && inner.lastLine < outer.lastLine;
}

function doubted({ channel, section }: Placed<Section>): Placed<Section> {
  const problem = `${section.parser} has results behind the name ${channel}, and other results have no name`;
  return { channel, section: { ...section, problems: [...section.problems, problem] } };
}

// Tools that run several packages at once prefix every line with a name. Where a runner also prints without a prefix,
// prefixed lines may come from its tests: inside its run they are a quotation, outside they are marked.
import type { Section } from '../section.ts';
import type { Placed } from './summarize.ts';

/** Unprefixed sections have an empty stream. Only test runs are checked: several linters often run together. */
export function flagPrefixedSections(placed: readonly Placed<Section>[]): Placed<Section>[] {
  const isNamed = ({ stream, section }: Placed<Section>) => stream !== '' && section.kind === 'test';
  const runs = placed.filter(({ stream, section }) => stream === '' && section.kind === 'test' && section.hasFooter);
  if (runs.length === 0 || !placed.some(isNamed)) return [...placed];
  return placed
    .filter((entry) => !isNamed(entry) || !runs.some(({ section }) => section.hasHeader && encloses(section, entry.section)))
    .map((entry) => (isNamed(entry) ? doubted(entry) : entry));
}

function encloses(outer: Section, inner: Section): boolean {
  return outer.firstLine < inner.firstLine && inner.lastLine < outer.lastLine;
}

function doubted({ stream, section }: Placed<Section>): Placed<Section> {
  const problem = `${section.parser} has results behind the name ${stream}, and other results have no name`;
  return { stream, section: { ...section, problems: [...section.problems, problem] } };
}

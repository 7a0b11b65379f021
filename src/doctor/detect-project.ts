// Detects from its files how a repository may be built, tested and linted: proposals to try, in order.
import { ciProposals } from './ci-commands.ts';
import { distinct, type ProjectProposals } from './proposal.ts';
import { proposeAutotools, proposeCMake, proposeMake, proposeMeson, usesCTest } from './propose-native.ts';
import { proposeNode } from './propose-node.ts';
import {
  proposeDeno,
  proposeDotnet,
  proposeGo,
  proposeGradle,
  proposeMaven,
  proposePhp,
  proposeRuby,
  proposeRust,
} from './propose-others.ts';
import { proposePython } from './propose-python.ts';
import { openTopFolder, type TopFolder } from './top-folder.ts';

/** A file at the root that identifies an ecosystem. Ecosystems are tried in this order. */
const ECOSYSTEMS: readonly { isHere(top: TopFolder): boolean; propose(top: TopFolder): ProjectProposals }[] = [
  { isHere: named(/^deno\.jsonc?$/), propose: proposeDeno },
  { isHere: named(/^package\.json$/), propose: proposeNode },
  { isHere: named(/^Cargo\.toml$/), propose: proposeRust },
  { isHere: named(/^go\.mod$/), propose: proposeGo },
  { isHere: named(/^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|tox\.ini)$/), propose: proposePython },
  { isHere: named(/^pom\.xml$/), propose: proposeMaven },
  { isHere: named(/^build\.gradle(?:\.kts)?$/), propose: proposeGradle },
  { isHere: named(/\.(?:sln|slnx|csproj)$/), propose: proposeDotnet },
  { isHere: named(/^(?:Gemfile|Rakefile|.+\.gemspec)$/), propose: proposeRuby },
  { isHere: named(/^composer\.json$/), propose: proposePhp },
  { isHere: (top) => top.names.includes('CMakeLists.txt') && usesCTest(top), propose: proposeCMake },
  { isHere: named(/^meson\.build$/), propose: proposeMeson },
  { isHere: named(/^(?:GNUm|M|m)akefile$/), propose: proposeMake },
  { isHere: (top) => top.names.includes('CMakeLists.txt') && !usesCTest(top), propose: proposeCMake },
  { isHere: named(/^configure(?:\.ac)?$/), propose: proposeAutotools },
];

function named(pattern: RegExp): (top: TopFolder) => boolean {
  return (top) => top.find(pattern) !== undefined;
}

/** One entry per detected ecosystem, most likely first; the first one also has the commands of CI, last. */
export async function detectProjects(folder: string): Promise<ProjectProposals[]> {
  const top = openTopFolder(folder);
  const [first, ...others] = ECOSYSTEMS.filter(({ isHere }) => isHere(top)).map(({ propose }) => propose(top));
  if (first === undefined) return [];
  const ci = await ciProposals(top);
  const checks = {
    build: distinct([...first.checks.build, ...ci.build]),
    test: distinct([...first.checks.test, ...ci.test]),
    lint: distinct([...first.checks.lint, ...ci.lint]),
  };
  return [{ ...first, checks }, ...others];
}

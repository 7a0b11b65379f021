// Which runners this machine has, and the settings that Debian's Java build tools need to work offline.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../temporary-repository.ts';
import { PROJECT } from './run-hydra.ts';

const MAVEN_REPOSITORY = '/usr/share/maven-repo';
const JAVA_LIBRARIES = '/usr/share/java';

export const MAVEN_SETTINGS = `<settings><mirrors><mirror>
  <id>debian</id><mirrorOf>*</mirrorOf><url>file://${MAVEN_REPOSITORY}</url>
</mirror></mirrors></settings>
`;

/** Reads Debian's packages in place: copying them to a local repository takes longer than the tests. */
export const MAVEN_OFFLINE = `-o -Dmaven.repo.local=${MAVEN_REPOSITORY}`;

/** Common parts of every project. */
export const POM_BODY = `
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId><version>1</version>
  <properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target></properties>
  <dependencies><dependency>
    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope>
  </dependency></dependencies>
`;

export const GRADLE_BUILD = `apply plugin: 'java'
repositories { flatDir { dirs '${JAVA_LIBRARIES}' } }
dependencies { testCompile name: 'junit4'; testCompile name: 'hamcrest-core' }
`;

/** Both build tools can use packages installed by Debian instead of downloading them. */
export function hasSurefire(): boolean {
  return existsSync(`${MAVEN_REPOSITORY}/org/apache/maven/plugins/maven-surefire-plugin`) && starts('mvn', '--version');
}

/** The build file is for Debian's version. */
export function hasGradle(): boolean {
  return existsSync(`${JAVA_LIBRARIES}/junit4.jar`) && /^Gradle 4\./m.test(outputOf('gradle', '--version') ?? '');
}

const GO = 'go';

/**
 * Compiles what every Go test needs into a cache that later runs of the tests use too. A checkout cannot add to the user's
 * cache, so with an empty one each execution would compile the standard library.
 */
export function warmGoCache(): void {
  if (!starts(GO, 'version')) return;
  process.env.GOCACHE = join(PROJECT, 'node_modules/.cache/hydra-tests/go-build');
  const folder = mkdtempSync(join(tmpdir(), 'hydra-go-'));
  const imports = 'import (\n\t_ "regexp"\n\t_ "strings"\n\t"testing"\n)\n';
  writeFiles(folder, {
    'go.mod': 'module warm\n\ngo 1.19\n',
    'warm_test.go': `package warm\n\n${imports}\nfunc TestWarm(t *testing.T) {}\n`,
  });
  for (const options of [[], ['-cover']]) execFileSync(GO, ['test', ...options, './...'], { cwd: folder, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

export function hasGoogleTest(): boolean {
  return starts('sh', '-c', "echo '#include <gtest/gtest.h>' | g++ -fsyntax-only -x c++ -");
}

export function starts(program: string, ...args: string[]): boolean {
  return outputOf(program, ...args) !== null;
}

/** Null if the program fails or is missing. */
function outputOf(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}

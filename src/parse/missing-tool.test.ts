import { describe, expect, test } from 'vitest';
import { findAbsentTool } from './missing-tool.ts';

describe('a tool or script that does not exist, by the line that says so', () => {
  test.each([
    ['dash', 127, 'sh: 1: ruff: not found\n', 'sh: 1: ruff: not found'],
    ['bash', 127, 'bash: line 1: ruff: command not found\n', 'bash: line 1: ruff: command not found'],
    ['zsh', 127, 'zsh:1: command not found: ruff\n', 'zsh:1: command not found: ruff'],
    [
      'a file that is not there',
      127,
      'sh: 1: ./gradlew: No such file or directory',
      'sh: 1: ./gradlew: No such file or directory',
    ],
    ['one that may not be executed', 126, 'sh: 1: ./run.sh: Permission denied\n', 'sh: 1: ./run.sh: Permission denied'],
    ['npm', 1, 'npm error Missing script: "lint"\nnpm error\n', 'npm error Missing script: "lint"'],
    ['npm of old', 1, 'npm ERR! missing script: lint\n', 'npm ERR! missing script: lint'],
    ['yarn 1', 1, 'error Command "lint" not found.\n', 'error Command "lint" not found.'],
    ['yarn', 1, 'Usage Error: Couldn\'t find a script named "lint".\n', 'Usage Error: Couldn\'t find a script named "lint".'],
    ['pnpm', 1, ' ERR_PNPM_NO_SCRIPT  Missing script: lint\n', 'ERR_PNPM_NO_SCRIPT  Missing script: lint'],
    ['npx', 1, 'npm error npx canceled due to missing packages: x\n', 'npm error npx canceled due to missing packages: x'],
    ['a program of make', 2, 'make: *** [Makefile:3: lint] Error 127\n', 'make: *** [Makefile:3: lint] Error 127'],
    ['cargo', 101, 'error: no such command: `nextest`\n\n\tView all', 'error: no such command: `nextest`'],
    ['cargo of old', 101, 'error: no such subcommand: `x`\n', 'error: no such subcommand: `x`'],
    ['a module of Python', 1, '/usr/bin/python3: No module named pytest\n', '/usr/bin/python3: No module named pytest'],
    [
      'a target of make',
      2,
      "make: *** No rule to make target 'lint'.  Stop.\n",
      "make: *** No rule to make target 'lint'.  Stop.",
    ],
  ])('%s', (_tool, exitCode, tail, line) => {
    expect(findAbsentTool(exitCode, `checking\n${tail}`)).toBe(line);
  });

  test('a long line is cut', () => {
    expect(findAbsentTool(127, `${'x'.repeat(500)}: not found`)).toHaveLength(300);
  });
});

describe('a check that failed', () => {
  test.each([
    ['it passed', 0, 'sh: 1: ruff: not found\n'],
    ['it was killed', null, 'sh: 1: ruff: not found\n'],
    ['another exit code', 1, 'Page not found\n'],
    ['nothing is said', 127, 'all well\n'],
    ['a module that the code under test wants', 1, "ModuleNotFoundError: No module named 'pytest'\n"],
    ['a module of the project', 1, '/usr/bin/python3: No module named mypackage\n'],
    ['a source file that make wants', 2, "make: *** No rule to make target 'main.c', needed by 'main.o'.  Stop.\n"],
    ['a rule of make', 2, 'make: *** [Makefile:3: test] Error 1\n'],
    ['tests of cargo', 101, 'error: test failed, to rerun pass `--lib`\n'],
  ])('%s', (_title, exitCode, tail) => {
    expect(findAbsentTool(exitCode, tail)).toBeNull();
  });
});

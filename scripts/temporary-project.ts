// A temporary copy of the scripts with an npm that only records its arguments.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export class TemporaryProject {
  readonly root = mkdtempSync(join(tmpdir(), 'hydra-scripts-'));

  constructor() {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    const scripts = readdirSync(join(PROJECT, 'scripts')).filter((name) => name.endsWith('.mjs'));
    for (const name of [...scripts.map((script) => `scripts/${script}`), 'package.json', 'package-lock.json']) this.copy(name);
    this.replaceNpm('process.exit(0);');
  }

  /** `body` runs after npm has recorded its arguments. */
  replaceNpm(body: string): void {
    const note = `require('node:fs').appendFileSync(${JSON.stringify(join(this.root, 'npm-calls'))}, process.argv.slice(2).join(' ') + '\\n');`;
    const makeFolder = `require('node:fs').mkdirSync(${JSON.stringify(join(this.root, 'node_modules'))}, { recursive: true });`;
    this.write('bin/npm', `#!${process.execPath}\n${note}\n${makeFolder}\n${body}\n`, 0o755);
    this.write('bin/package.json', '{ "type": "commonjs" }');
  }

  npmCalls(): string[] {
    return existsSync(join(this.root, 'npm-calls')) ? this.read('npm-calls').trimEnd().split('\n') : [];
  }

  copy(path: string): void {
    cpSync(join(PROJECT, path), join(this.root, path));
  }

  linkPackage(name: string): void {
    const link = join(this.root, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules', name), link);
  }

  write(path: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text, { mode });
  }

  move(from: string, to: string): void {
    renameSync(join(this.root, from), join(this.root, to));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  run(script: string, ...args: string[]): Promise<Ended> {
    return this.runWith({}, script, ...args);
  }

  runWith(variables: Record<string, string>, script: string, ...args: string[]): Promise<Ended> {
    const env = { ...process.env, PATH: `${join(this.root, 'bin')}${delimiter}${process.env.PATH}`, ...variables };
    const child = spawn(process.execPath, [join(this.root, 'scripts', script), ...args], { env });
    const ended: Ended = { exitCode: null, stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      ended.stdout += text;
    });
    child.stderr.on('data', (text) => {
      ended.stderr += text;
    });
    return new Promise((resolve) => child.on('close', (exitCode) => resolve({ ...ended, exitCode })));
  }
}

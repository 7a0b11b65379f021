// Runs one trusted program with arguments (git, cp), with its output in memory. Never a shell or a candidate's code.
import { spawn } from 'node:child_process';

export interface ProgramRequest {
  cwd?: string;
  env: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  signal?: AbortSignal;
}

export interface ProgramResult {
  /** Null when the program could not be started or was killed. */
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
}

export function runProgram(program: string, args: readonly string[], request: ProgramRequest): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      env: request.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A program that exits without reading its input closes the pipe; its exit code is enough.
    child.stdin.on('error', () => {});
    child.stdin.end(request.input ?? '');
    const failed = (error: Error) => resolve({ exitCode: null, stdout: Buffer.concat(stdout), stderr: error.message });
    child.once('error', failed);
    child.once('close', (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });
}

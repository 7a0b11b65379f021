// Runs one trusted program with arguments (git, cp), with its output in memory. Never a shell or a candidate's code.
import { startProcess } from './start-process.ts';

export interface ProgramRequest {
  cwd?: string;
  env: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  /** Kills the program. */
  signal?: AbortSignal;
  /** A program that prints more is killed. */
  maxOutputBytes?: number;
}

export interface ProgramResult {
  /** Null when the program could not be started or was killed. */
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
}

export function runProgram(program: string, args: readonly string[], request: ProgramRequest): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = startProcess(program, args, {
      ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      env: request.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let left = request.maxOutputBytes ?? Number.POSITIVE_INFINITY;
    const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) chunks.push(chunk);
      else child.kill('SIGKILL');
    };
    child.stdout?.on('data', keep(stdout));
    child.stderr?.on('data', keep(stderr));
    // A program that exits without reading its input closes the pipe; its exit code is enough.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.input ?? '');
    child.once('error', (error) => {
      // After an abort the program still has to exit.
      if (child.pid === undefined) resolve({ exitCode: null, stdout: Buffer.alloc(0), stderr: error.message });
    });
    child.once('close', (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });
}

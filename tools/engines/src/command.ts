import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

export interface CommandOptions {
  readonly directory?: string;
  readonly timeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end and gathers what it printed; never throws, a missing program is code 127. */
export const run = async (
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: options.directory,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? 600_000,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => {
      done({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      done({ code: code ?? 124, output: Buffer.concat(chunks).toString('utf8') });
    });
  });

/** The full path of a program on PATH, or undefined. */
export const findProgram = (name: string, path = process.env['PATH'] ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);

export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** The last line that is not empty, for an error of one line. */
export const lastLine = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? 'it printed nothing';

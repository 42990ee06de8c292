import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runNode } from './program.ts';

const LONG_MS = 60_000;

/** Has a child in a group of its own, as a system's processes are, and ends it on SIGTERM. */
const STARTER = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { detached: true });
process.on('SIGTERM', () => { child.kill('SIGKILL'); process.exit(3); });
console.log('started');
writeFileSync('pid', String(child.pid));
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a part of the test run', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'program-'))));
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const run = (source: string, withinMs: number) => {
    const file = join(directory, 'program.mjs');
    writeFileSync(file, source);
    let printed = '';
    const print = (text: string): void => void (printed += text);
    const program = runNode([file], { directory, env: { WORD: 'hello' }, withinMs, print });
    return { ...program, printed: () => printed };
  };

  it('passes on what it prints, and returns how it ended', async () => {
    const { finished, printed } = run(
      'console.log(process.env.WORD); process.exitCode = 7;',
      LONG_MS,
    );
    expect(await finished).toEqual({ code: 7, output: 'hello\n', isStopped: false });
    expect(printed()).toBe('hello\n');
  });

  it('is stopped when its time is over', async () => {
    const { finished } = run('setInterval(() => undefined, 1000);', 1);
    expect(await finished).toMatchObject({ isStopped: true });
  });

  it('gets SIGTERM before SIGKILL, as it may have started what only it can end', async () => {
    const { finished, stop } = run(STARTER, LONG_MS);
    const file = join(directory, 'pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(20);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    stop();
    expect(await finished).toEqual({ code: 3, output: 'started\n', isStopped: true });
    while (isAlive(pid)) await pause(20);
  });
});

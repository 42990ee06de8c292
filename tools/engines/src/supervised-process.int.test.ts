import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '@tributary/service/process-start';
import { isGroupAlive } from './process-identity.ts';
import { claimRunDirectory, findProcess, recordProcess } from './run-directory.ts';
import { nextDelayMs, superviseProcess } from './supervised-process.ts';

const STUBBORN = "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); console.log('up')";
/** Relative to the process that starts it; 19 is the end of the scale. */
const NICENESS = 5;
const EXPECTED_PRIORITY = Math.min(19, getPriority() + NICENESS);
const WILLING = "setInterval(() => 0, 1000); console.log('up')";

const moduleAt = (name: string): string => JSON.stringify(join(import.meta.dirname, name));
/** Supervises a process until a signal ends it. */
const OWNER = `
import { exitOnSignals } from ${moduleAt('exit-on-signals.ts')};
import { superviseProcess } from ${moduleAt('supervised-process.ts')};
exitOnSignals();
const spec = JSON.parse(process.argv.at(-1));
const worker = superviseProcess({ ...spec, log: () => 0, onLine: () => console.log(worker.pid()) });
worker.start();`;

const until = async (condition: () => boolean): Promise<void> => {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not come true in 20 s');
    await sleep(20);
  }
};

describe('a supervised process', () => {
  let directory: string;
  let lines: string[];
  let logged: string[];

  const specOf = (code: string) => ({
    name: 'worker',
    command: process.execPath,
    args: ['-e', code],
    runDirectory: directory,
    logFile: join(directory, 'worker.log'),
    stopWithinMs: 300,
    onLine: (line: string) => lines.push(line),
    log: (line: string) => logged.push(line),
  });
  const supervise = (code: string) => superviseProcess(specOf(code));

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'supervised-'));
    lines = [];
    logged = [];
  });

  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('is not started again once it has refused its settings, and gives the reason', async () => {
    const worker = supervise(
      "console.error('Wrong settings: PORT is not a port'); process.exit(78)",
    );
    worker.keepAlive();
    worker.start();
    await expect(worker.refusal).resolves.toBe('Wrong settings: PORT is not a port');
    expect(worker.pid()).toBeUndefined();
    expect(worker.restarts()).toBe(0);
    expect(logged).toEqual(['worker refuses its settings: Wrong settings: PORT is not a port']);
  });

  it('is started again and named when it dies, and stays down when it is stopped', async () => {
    const worker = supervise(WILLING);
    worker.keepAlive();
    worker.start();
    await until(() => lines.length === 1);
    const first = worker.pid();
    worker.kill();
    await until(() => lines.length === 2);
    expect(worker.pid()).not.toBe(first);
    expect(worker.restarts()).toBe(1);
    expect(logged).toEqual(['worker ended (SIGKILL); starting it again in 200 ms']);
    expect(findProcess(directory, 'worker')).toBe(worker.pid());
    await worker.stop();
    expect(findProcess(directory, 'worker')).toBeUndefined();
    expect(readFileSync(join(directory, 'worker.log'), 'utf8')).toBe('up\nup\n');
  });

  it('stands back behind others once it is ready, after a restart as well', async () => {
    let isUp = false;
    const background = { niceness: NICENESS, isReady: () => Promise.resolve(isUp) };
    const worker = superviseProcess({ ...specOf(WILLING), background });
    const standsBack = (): boolean => getPriority(worker.pid()) === EXPECTED_PRIORITY;
    worker.keepAlive();
    worker.start();
    await until(() => lines.length === 1);
    expect(standsBack()).toBe(false);
    isUp = true;
    await until(standsBack);
    worker.kill();
    await until(() => lines.length === 2);
    await until(standsBack);
    await worker.stop();
  });

  it('is gone after the stop even when it ignores SIGTERM', async () => {
    const worker = supervise(STUBBORN);
    worker.start();
    await until(() => lines.length === 1);
    const pid = worker.pid()!;
    await worker.stop();
    expect(isGroupAlive(pid)).toBe(false);
    expect(worker.pid()).toBeUndefined();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is gone where %s ends its owner',
    async (signal) => {
      const owner = spawn(
        process.execPath,
        ['--input-type=module', '-e', OWNER, JSON.stringify(specOf(STUBBORN))],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [pid] = (await once(owner.stdout, 'data')) as [Buffer];
      expect(isGroupAlive(Number(pid))).toBe(true);
      owner.kill(signal);
      const [code] = (await once(owner, 'exit')) as [number];
      expect(code).toBe(128 + constants.signals[signal]);
      await until(() => !isGroupAlive(Number(pid)));
    },
  );

  it('stays down after a kill that holds, until it is started', async () => {
    const worker = supervise(WILLING);
    worker.keepAlive();
    worker.start();
    await until(() => lines.length === 1);
    worker.kill({ hold: true });
    await until(() => worker.pid() === undefined);
    await sleep(400);
    expect(worker.pid()).toBeUndefined();
    worker.start();
    await until(() => lines.length === 2);
    await worker.stop();
  });

  it('reports how it ended when it ends before it may be restarted', async () => {
    const worker = supervise('process.exitCode = 3');
    worker.start();
    expect(await worker.firstExit).toBe('exit code 3');
    expect(logged).toEqual([]);
  });

  it('left over by a killed run is stopped by the next one', async () => {
    const orphan = spawn(process.execPath, ['-e', WILLING], { detached: true, stdio: 'ignore' });
    recordProcess(directory, 'orphan', orphan.pid!, 'node');
    const release = await claimRunDirectory(directory, (line) => logged.push(line));
    expect(processStart(orphan.pid!)).toBeUndefined();
    expect(logged).toEqual(['orphan was left running by an earlier run; stopping it']);
    release();
  });

  it('of a number that now belongs to another is left alone', async () => {
    const other = spawn(process.execPath, ['-e', WILLING], { detached: true, stdio: 'ignore' });
    recordProcess(directory, 'gone', other.pid!, 'node');
    const file = join(directory, 'gone.pid');
    const record = JSON.parse(readFileSync(file, 'utf8')) as { started: string };
    expect(record.started).toBe(processStart(other.pid!));
    recordProcess(directory, 'gone', 2 ** 22 + 1, 'node');
    const release = await claimRunDirectory(directory, (line) => logged.push(line));
    expect(logged).toEqual([]);
    expect(processStart(other.pid!)).toBeDefined();
    other.kill('SIGKILL');
    release();
  });

  it('folder has one owner at a time, and the error of a second one names the owner', async () => {
    const release = await claimRunDirectory(directory, () => undefined);
    await expect(claimRunDirectory(directory, () => undefined)).rejects.toThrow(
      `Process ${process.pid} already runs from`,
    );
    release();
    (await claimRunDirectory(directory, () => undefined))();
  });
});

describe('the pause before a restart', () => {
  it('doubles up to five seconds and is short again after a steady run', () => {
    const pauses: number[] = [];
    for (let pause = 0; pauses.length < 7; pauses.push(pause)) pause = nextDelayMs(pause, 100);
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(nextDelayMs(5000, 30_000)).toBe(200);
  });
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runNode } from './program.ts';
import { lossLines, note, type Progress, progressFileOf, readProgress } from './progress.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const hangs = "it('ends', () => new Promise(() => setInterval(() => undefined, 1000)));";
const suites = {
  'passes.test.mjs': "it('holds', () => undefined); it('holds too', () => undefined);",
  'fails.test.mjs': "it('does not hold', () => { throw new Error('No'); });",
  'does-not-load.test.mjs': "import './nowhere.mjs';",
  'hangs.test.mjs': hangs,
  'hangs-too.test.mjs': hangs,
  'waits.test.mjs': "it('is not reached', () => undefined);",
};

/** The order in which they stand above. */
const SEQUENCER = `
const order = ${JSON.stringify(Object.keys(suites))};
const place = ({ path }) => order.findIndex((name) => path.endsWith('/' + name));
module.exports = class {
  sort(tests) { return [...tests].sort((one, other) => place(one) - place(other)); }
  cacheResults() {}
};`;

describe('how far a run of tests had come when it was stopped', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'progress-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  const startJest = () => {
    mkdirSync(join(folder, 'src'));
    for (const [name, text] of Object.entries(suites)) write(`src/${name}`, text);
    const config = {
      rootDir: folder,
      runner: join(root, 'node_modules/jest-light-runner/src/child-process.js'),
      testMatch: ['<rootDir>/src/*.test.mjs'],
      cacheDirectory: join(folder, 'cache'),
      watchman: false,
    };
    const file = write('jest.config.json', JSON.stringify(config));
    const report = join(folder, 'report.json');
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--config', file, '--silent'];
    const reporter = join(root, 'tools/scripts/test/progress-reporter.ts');
    const args = ['--reporters', reporter, '--json', '--outputFile', report, '--maxWorkers', '2'];
    const order = ['--testSequencer', write('sequencer.cjs', SEQUENCER)];
    const options = { directory: folder, env: {}, withinMs: 60_000, print: () => undefined };
    const program = runNode([...jest, ...args, ...order], options);
    return { ...program, progress: () => readProgress(progressFileOf(report), 0) };
  };

  it('is known by suite: those that ended count, the others are named', async () => {
    const { stop, finished, progress } = startJest();
    try {
      const isStuck = ({ running }: Progress): boolean =>
        running.length === 2 && running.every((suite) => suite.includes('hangs'));
      while (!isStuck(progress())) await pause(20);
    } finally {
      stop();
    }
    await finished;
    const come = progress();
    expect(come).toEqual({
      counts: { passed: 2, failed: 2 },
      running: ['src/hangs.test.mjs', 'src/hangs-too.test.mjs'],
      waiting: 1,
    });
    expect(lossLines(come)).toEqual([
      'still running: src/hangs.test.mjs',
      'still running: src/hangs-too.test.mjs',
      'not begun: 1 suites',
    ]);
  });

  it('is nothing where jest has written nothing since, or not to the end of a line', () => {
    const nothing = { counts: { passed: 0, failed: 0 }, running: [], waiting: 0 };
    expect(readProgress(join(folder, 'none.jsonl'), 0)).toEqual(nothing);
    const file = write('progress.jsonl', '');
    note(file, { suites: 3 });
    note(file, { begun: 'one' });
    note(file, { ended: 'one', passed: 4, failed: 1 });
    const read = { counts: { passed: 4, failed: 1 }, running: [], waiting: 2 };
    expect(readProgress(file, Date.now())).toEqual(read);
    writeFileSync(file, '{"beg', { flag: 'a' });
    expect(readProgress(file, Date.now())).toEqual(read);
    utimesSync(file, 1, 1);
    expect(readProgress(file, Date.now())).toEqual(nothing);
  });
});

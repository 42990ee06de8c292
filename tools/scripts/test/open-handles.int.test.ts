import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOpen } from './open-handles.ts';
import { runNode } from './program.ts';

const LONG_MS = 60_000;
const module = new URL('./open-handles.ts', import.meta.url).href;

describe('a run of tests that has ended', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'open-handles-'))));
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const run = (rest: string) => {
    const file = join(directory, 'program.mjs');
    const lines = [
      `import { endWhereSomethingIsOpen } from '${module}';`,
      'process.stderr.write = (text) => (process.stdout.write(text), true);',
      `endWhereSomethingIsOpen(200);`,
      rest,
    ];
    writeFileSync(file, lines.join('\n'));
    const options = { directory, env: {}, withinMs: LONG_MS, print: () => undefined };
    return runNode([file], options).finished;
  };

  it('ends by itself where nothing is open', async () => {
    expect(await run('')).toEqual({ code: 0, output: '', isStopped: false });
  });

  it('ends with its own code and the name of what is open', async () => {
    const rest = 'process.exitCode = 7; setInterval(() => undefined, 1000);';
    const { code, output } = await run(rest);
    expect(code).toBe(7);
    expect(output).toContain('A test has left something open, close it: 1 Timeout');
  });
});

it('counts what is open by kind, without the standard streams', () => {
  const resources = ['TTYWrap', 'TCPSocketWrap', 'Timeout', 'TCPSocketWrap'];
  expect(describeOpen(resources)).toBe('2 TCPSocketWrap, 1 Timeout');
});

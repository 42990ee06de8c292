import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process that works until it has written a profile. */
const programIn = (directory: string): string => `
import { profileOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'profile-on-signal.ts'))};
const kept = [];
const work = setInterval(function keepMemory() { kept.push('x'.repeat(1000) + kept.length, new Array(5000).fill(1)); }, 5);
const log = { info: (_facts, message) => { if (message === 'a profile was written') clearInterval(work), process.exit(0); }, error: (facts) => { console.error(facts); process.exit(1); } };
profileOnSignal(log, { name: 'notes', directory: ${JSON.stringify(directory)}, durationMs: 300 });
console.log('ready');
`;

describe('SIGUSR2', () => {
  it('writes a CPU profile and a summary of the heap, and the process goes on', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tributary-profile-'));
    const args = ['--input-type=module-typescript', '-e', programIn(directory)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGUSR2');
    child.kill('SIGUSR2');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(directory).sort()).toEqual(['notes.cpuprofile', 'notes.heap.json']);
    const read = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
    expect(read('notes.cpuprofile')).toMatchObject({
      nodes: expect.any(Array),
      samples: expect.any(Array),
    });
    expect(read('notes.heap.json')).toMatchObject({
      memoryMb: { resident: expect.any(Number), heapUsed: expect.any(Number) },
      allocatedAndAlive: expect.arrayContaining([
        { site: expect.stringContaining('keepMemory'), bytes: expect.any(Number) },
      ]),
    });
    rmSync(directory, { recursive: true });
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Fills a hundred megabytes of heap, releases them, and prints the heap size until it is small
 * again.
 */
const PROGRAM = `
import { keepHeapTidy } from ${JSON.stringify(new URL('./tidy-heap.ts', import.meta.url).href)};
keepHeapTidy(50);
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
const small = megabytes();
let filled = Array.from({ length: 400_000 }, (_, index) => ({ index, text: 'x'.repeat(50) + index }));
const full = megabytes() + filled.length * 0;
filled = undefined;
setInterval(() => {
  if (megabytes() < small + (full - small) / 2) {
    console.log(JSON.stringify({ small, full, then: megabytes() }));
    process.exit();
  }
}, 20);
`;

it('an idle process returns the memory that a peak of load used', async () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { small, full, then } = JSON.parse(line) as Record<'small' | 'full' | 'then', number>;
    expect(full).toBeGreaterThan(small + 40);
    expect(then).toBeLessThan(full - 20);
  } finally {
    child.kill('SIGKILL');
  }
}, 6_000);

import { setTimeout as sleep } from 'node:timers/promises';
import { openYielding } from './yield-to-calls.ts';

const answered = () => Promise.resolve();
const msOf = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

describe('work in bulk', () => {
  it('waits for the calls of its process, and not for ever', async () => {
    let waiting = 1;
    const yieldToCalls = openYielding(() => waiting, answered);
    const yielding = yieldToCalls();
    expect(await Promise.race([yielding.then(() => 'on'), sleep(50, 'waits')])).toBe('waits');
    waiting = 0;
    await yielding;
    waiting = 1;
    expect(await msOf(yieldToCalls)).toBeGreaterThanOrEqual(249);
  });

  it('makes longer pauses while the database is busy, and none when it is not', async () => {
    let latencyMs = 40;
    const ping = () => sleep(latencyMs);
    const yieldToCalls = openYielding(() => 0, ping);
    const first = (await msOf(yieldToCalls)) - latencyMs;
    expect(first).toBeGreaterThanOrEqual(24);
    for (let times = 0; times < 4; times += 1) await yieldToCalls();
    expect((await msOf(yieldToCalls)) - latencyMs).toBeGreaterThanOrEqual(499);
    latencyMs = 0;
    const quiet: number[] = [];
    while ((quiet.at(-1) ?? 100) > 24) quiet.push(await msOf(yieldToCalls));
    expect(quiet.length).toBeGreaterThan(3);
  });

  it('does not fail where the database is away', async () => {
    const away = () => Promise.reject(new Error('away'));
    await expect(openYielding(() => 0, away)()).resolves.toBeUndefined();
  });
});

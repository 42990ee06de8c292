import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createDeadline } from './deadline.ts';

const never = new Promise<never>(() => undefined);

/** Advances the clock in steps, with all pending callbacks after each step. */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    mock.timers.tick(100);
    await setImmediate();
  }
}

describe('the deadline of a public call', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('refuses within two seconds where the database is unreachable', async () => {
    const call = createDeadline(() => false)(never);
    const refused = expect(call).rejects.toMatchObject({
      code: 'database_unavailable',
      retryAfterSeconds: 1,
    });
    await advance(1_900);
    await refused;
  });

  it('waits longer for a slow database, but not for ever', async () => {
    const slow = new Promise((resolve) => setTimeout(resolve, 5_000, 'done'));
    const call = createDeadline(() => true)(slow);
    const hanging = createDeadline(() => true)(never);
    const refused = expect(hanging).rejects.toMatchObject({ kind: 'unavailable' });
    await advance(8_000);
    await expect(call).resolves.toBe('done');
    await refused;
  });
});

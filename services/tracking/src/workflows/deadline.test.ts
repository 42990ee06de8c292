import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { answeringInTime, within } from './deadline.ts';

const never = new Promise<never>(() => undefined);

/** Lets so many ms go by, with everything that happens on the way. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    mock.timers.tick(100);
    await setImmediate();
  }
}

describe('answering in time', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('says within two seconds that the database is away', async () => {
    const answered = answeringInTime(() => false)(never);
    const refused = expect(answered).rejects.toMatchObject({
      code: 'database_unavailable',
      retryAfterSeconds: 1,
    });
    await pass(1_900);
    await refused;
  });

  it('waits longer for one that is slow, but not for ever', async () => {
    const slow = new Promise((resolve) => setTimeout(resolve, 5_000, 'done'));
    const answered = answeringInTime(() => true)(slow);
    const hanging = answeringInTime(() => true)(never);
    const refused = expect(hanging).rejects.toMatchObject({ kind: 'unavailable' });
    await pass(8_000);
    await expect(answered).resolves.toBe('done');
    await refused;
  });

  it('passes on what the work itself comes to', async () => {
    await expect(within(10, Promise.resolve(1), () => 2)).resolves.toBe(1);
    await expect(within(10, Promise.reject(new Error('no')), () => 2)).rejects.toThrow('no');
  });
});

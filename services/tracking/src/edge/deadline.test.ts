import { answeringInTime, within } from './deadline.ts';

const never = new Promise<never>(() => undefined);

describe('answering in time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('says within two seconds that the database is away', async () => {
    const answered = answeringInTime(() => false)(never);
    const refused = expect(answered).rejects.toMatchObject({
      code: 'database_unavailable',
      retryAfterSeconds: 1,
    });
    await jest.advanceTimersByTimeAsync(1_900);
    await refused;
  });

  it('waits longer for one that is slow, but not for ever', async () => {
    const slow = new Promise((resolve) => setTimeout(resolve, 5_000, 'done'));
    const answered = answeringInTime(() => true)(slow);
    const hanging = answeringInTime(() => true)(never);
    const refused = expect(hanging).rejects.toMatchObject({ kind: 'unavailable' });
    await jest.advanceTimersByTimeAsync(8_000);
    await expect(answered).resolves.toBe('done');
    await refused;
  });

  it('passes on what the work itself comes to', async () => {
    await expect(within(10, Promise.resolve(1), () => 2)).resolves.toBe(1);
    await expect(within(10, Promise.reject(new Error('no')), () => 2)).rejects.toThrow('no');
  });
});

import { currentDeadline } from '@tributary/context';
import { afterWaiting, openCalls } from './call-deadline.ts';

const never = () => new Promise<never>(() => undefined);
const laterMs = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms, 'done'));
const refusal = { kind: 'unavailable', code: 'database_unavailable', retryAfterSeconds: 1 };

describe('the deadline of a call', () => {
  const terms = { maxMs: 600_000, stalledMs: 50 };

  it('ends it early where the database does not answer', async () => {
    const { withinDeadline } = openCalls(() => false);
    await expect(withinDeadline(terms, never)).rejects.toMatchObject(refusal);
  });

  it('lets it continue while the database answers slowly, but not for ever', async () => {
    const { withinDeadline } = openCalls(() => true);
    await expect(withinDeadline(terms, laterMs(400))).resolves.toBe('done');
    const short = { maxMs: 300, stalledMs: 50 };
    await expect(withinDeadline(short, never)).rejects.toMatchObject(refusal);
  });

  it('is near for a call that begins in a silence, although the database answers again', async () => {
    let isAnswering = false;
    const { withinDeadline } = openCalls(() => isAnswering);
    const call = withinDeadline(terms, () => {
      isAnswering = true;
      return never();
    });
    await expect(call).rejects.toMatchObject(refusal);
  });

  it('waits for the heartbeat that a busy process has not read yet', async () => {
    const answers = [true, false];
    const { withinDeadline } = openCalls(() => answers.shift() ?? true);
    await expect(withinDeadline(terms, laterMs(400))).resolves.toBe('done');
  });

  it('is seen by the work, whose uncommitted part learns of the refusal', async () => {
    let isAnswering = true;
    const { withinDeadline } = openCalls(() => isAnswering);
    let refused: AbortSignal | undefined;
    const call = withinDeadline(terms, () => {
      const deadline = currentDeadline();
      refused = deadline?.refused;
      expect(deadline?.remainingMs()).toBeGreaterThan(500_000);
      isAnswering = false;
      return never();
    });
    await expect(call).rejects.toMatchObject(refusal);
    expect(refused?.aborted).toBe(true);
  });

  it('does not limit what continues after the answer', async () => {
    const { withinDeadline } = openCalls(() => true);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const seen = await withinDeadline(terms, () =>
      Promise.resolve({ later: promise.then(() => currentDeadline()) }),
    );
    resolve(undefined);
    expect(await seen.later).toBeUndefined();
  });

  it('rejects with what the work throws at once, and is over then', async () => {
    const { withinDeadline, waiting } = openCalls(() => true);
    const thrown = withinDeadline(terms, () => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(waiting()).toBe(0);
  });

  it('counts those who wait, once each', async () => {
    let isAnswering = true;
    const { withinDeadline, waiting } = openCalls(() => isAnswering);
    expect(await withinDeadline(terms, () => Promise.resolve(waiting()))).toBe(1);
    expect(waiting()).toBe(0);
    isAnswering = false;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await expect(withinDeadline(terms, () => promise)).rejects.toMatchObject(refusal);
    expect(waiting()).toBe(0);
    resolve(undefined);
    await promise;
    expect(waiting()).toBe(0);
  });
});

it('leaves of the terms of a call what was waited before', () => {
  const terms = { maxMs: 2_000, stalledMs: 1_500 };
  expect(afterWaiting(terms, 500)).toEqual({ maxMs: 1_500, stalledMs: 1_000 });
  expect(afterWaiting(terms, 1_700)).toEqual({ maxMs: 300, stalledMs: 0 });
});

import { decideAfterAttempt } from './callback-sender.ts';
import { createEventLog } from './event-log.ts';
import type { CallbackEvent } from './event-log.ts';

const anEvent = (id: string): CallbackEvent => ({
  id,
  type: 'transfer.paid',
  createdMs: 0,
  payload: {},
  delivery: { state: 'pending', attempts: 0 },
});

describe('decideAfterAttempt', () => {
  it('ends with success, else doubles its pauses up to 30 s, and gives up after 100 attempts', () => {
    expect(decideAfterAttempt(1, true, 500)).toEqual({ state: 'delivered' });
    const pauses = [1, 2, 3, 7, 8, 99].map((attempt) => decideAfterAttempt(attempt, false, 500));
    expect(pauses).toEqual(
      [500, 1000, 2000, 30_000, 30_000, 30_000].map((retryInMs) => ({
        state: 'pending',
        retryInMs,
      })),
    );
    expect(decideAfterAttempt(100, false, 500)).toEqual({ state: 'given_up' });
  });
});

describe('the event log', () => {
  it('forgets the oldest settled events, never one that is still to be delivered', () => {
    const log = createEventLog();
    log.put(anEvent('waiting'));
    for (let at = 0; at < 20_005; at += 1) {
      log.put(anEvent(`e${String(at)}`));
      log.settle(`e${String(at)}`, { state: 'delivered', attempts: 1 });
    }
    const ids = [...log.oldestFirst()].map(({ id }) => id);
    expect(ids).toHaveLength(20_001);
    expect(ids.slice(0, 2)).toEqual(['waiting', 'e5']);
    expect([...log.newestFirst('e6')].map(({ id }) => id)).toEqual(['e5', 'waiting']);
    expect([...log.newestFirst('forgotten')]).toEqual([]);
  });

  it('lets a settled event stay as it is', () => {
    const log = createEventLog();
    log.put(anEvent('a'));
    log.settle('a', { state: 'delivered', attempts: 2 });
    log.settle('a', { state: 'pending', attempts: 3 });
    expect([...log.oldestFirst()][0]?.delivery).toEqual({ state: 'delivered', attempts: 2 });
  });
});

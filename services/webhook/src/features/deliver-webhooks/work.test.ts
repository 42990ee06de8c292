import { type Endpoint } from '../../domain/endpoint.ts';
import { TRIP_AFTER } from '../../domain/lane.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { beginWork, QUEUED_AT_MOST, stopWork, takeFresh, type Work } from './work.ts';

const lane = {
  ...{ _id: 'endpoint', dueAt: null, pokes: 1, owner: 'me', leaseUntil: new Date(0), resets: 0 },
  ...{ failuresInRow: 0, failingSince: null },
};
const endpoint = { id: 'endpoint', active: true, revision: 3 } as Endpoint;
const row = (id: string) => ({ _id: id }) as DueDelivery;
const LOOKED_AT = 1_000;

/** A lane that has read everything there was, a moment ago. */
const upToDate = (change: Partial<Work> = {}): Work =>
  Object.assign(
    beginWork(lane, { owner: 'me', leasedUntil: Number.POSITIVE_INFINITY, widthAtMost: 16 }),
    {
      ...{ mayBeMore: false, lookedAt: LOOKED_AT, endpoint },
      ...change,
    },
  );
const fresh = { rows: [row('a'), row('b')], savedAfter: LOOKED_AT + 1, revision: 3 };

describe('deliveries that were saved just now', () => {
  it('are taken in hand behind what waits, where the lane has all that came before them', () => {
    const work = upToDate({ queue: [row('earlier')] });
    expect(takeFresh(work, fresh)).toBe(true);
    expect(work.queue.map(({ _id }) => _id)).toEqual(['earlier', 'a', 'b']);
    expect([...work.inHand]).toEqual(['a', 'b']);
    expect(work.mayBeMore).toBe(false);
  });

  it.each<[string, Partial<Work>]>([
    ['may have been read already, by a look that ended later', { lookedAt: LOOKED_AT + 2 }],
    ['may be read by a look that is under way', { lookedAt: Number.POSITIVE_INFINITY }],
    ['follow others that were not read yet', { mayBeMore: true }],
    ['are for an endpoint that changed', { endpoint: { ...endpoint, revision: 4 } }],
    ['may be somebody else’s by now', { leasedUntil: 0 }],
    ['are for an endpoint that is off', { endpoint: { ...endpoint, active: false } }],
    ['are for an endpoint that is down', { health: { ...lane, failuresInRow: TRIP_AFTER } }],
    [
      'are more than a lane holds',
      { queue: Array.from({ length: QUEUED_AT_MOST - 1 }, () => row('x')) },
    ],
  ])('are left to be looked for where they %s', (_why, change) => {
    const work = upToDate(change);
    const before = [...work.queue];
    expect(takeFresh(work, fresh)).toBe(false);
    expect(work.queue).toEqual(before);
    expect(work.inHand.size).toBe(0);
    expect(work.mayBeMore).toBe(true);
  });

  it('are not taken by a lane that stops', () => {
    const work = upToDate();
    stopWork(work);
    expect(takeFresh(work, fresh)).toBe(false);
  });
});

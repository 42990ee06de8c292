import { type Endpoint } from '../../domain/endpoint.ts';
import { TRIP_AFTER } from '../../domain/endpoint-health.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import {
  beginWork,
  mayBegin,
  QUEUED_AT_MOST,
  QUEUED_WITH_ROOM,
  stopWork,
  takeFresh,
  type Work,
} from './drain-state.ts';

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
/** What the other lanes of the instance leave. */
const [noRoom, muchRoom] = [() => false, () => true];
const fresh = { rows: [row('a'), row('b')], savedAfter: LOOKED_AT + 1, revision: 3 };

describe('deliveries that were saved just now', () => {
  it('are taken in hand behind what waits, where the lane has all that came before them', () => {
    const work = upToDate({ queue: [row('earlier')] });
    expect(takeFresh(work, fresh, noRoom)).toBe(true);
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
      { queue: Array.from({ length: QUEUED_WITH_ROOM - 1 }, () => row('x')) },
    ],
  ])('are left to be looked for where they %s', (_why, change) => {
    const work = upToDate(change);
    const before = [...work.queue];
    expect(takeFresh(work, fresh, muchRoom)).toBe(false);
    expect(work.queue).toEqual(before);
    expect(work.inHand.size).toBe(0);
    expect(work.mayBeMore).toBe(true);
  });

  it('are not taken by a lane that stops', () => {
    const work = upToDate();
    stopWork(work);
    expect(takeFresh(work, fresh, muchRoom)).toBe(false);
  });

  it('are taken beyond what a lane reads by itself as far as the instance has room for them', () => {
    const queue = Array.from({ length: QUEUED_AT_MOST }, () => row('x'));
    expect(takeFresh(upToDate({ queue: [...queue] }), fresh, noRoom)).toBe(false);
    expect(takeFresh(upToDate({ queue: [...queue] }), fresh, muchRoom)).toBe(true);
  });
});

describe('a lane whose lease ran out while its process stood still', () => {
  it('begins nothing more, as somebody else may have begun the same', () => {
    expect(mayBegin(upToDate())).toBe(true);
    expect(mayBegin(upToDate({ leasedUntil: 0 }))).toBe(false);
  });
});

import { HALF_OPEN_AFTER, HEALTHY } from '../../domain/endpoint-health.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import {
  acceptHandoff,
  type DrainState,
  MAX_PENDING,
  MAX_PENDING_WITH_ROOM,
  maySend,
  newDrainState,
  stop,
} from './drain-state.ts';

const queue = {
  ...{ endpointId: 'endpoint', dueAt: null, notifyCount: 1, owner: 'me', leaseUntil: new Date(0) },
  ...{ healthResets: 0, health: HEALTHY },
};
const endpoint = { id: 'endpoint', active: true, revision: 3 } as Endpoint;
const delivery = (id: string) => ({ _id: id }) as DueDelivery;
const deliveries = (count: number) => Array.from({ length: count }, () => delivery('x'));
const READ_AT = 1_000;

/** A drain that has read everything. */
const upToDate = (change: Partial<DrainState> = {}): DrainState => {
  const claim = { owner: 'me', leasedUntil: Number.POSITIVE_INFINITY, concurrencyLimit: 16 };
  const read = { mayHaveMore: false, readAt: READ_AT, endpoint };
  return Object.assign(newDrainState(queue, claim), read, change);
};
const [noRoom, muchRoom] = [() => false, () => true];
const saved = {
  deliveries: [delivery('a'), delivery('b')],
  savedAfter: READ_AT + 1,
  endpointRevision: 3,
};

describe('handed-off deliveries', () => {
  it('are accepted behind the pending ones by a drain that has read all earlier deliveries', () => {
    const state = upToDate({ pending: [delivery('earlier')] });
    expect(acceptHandoff(state, saved, noRoom)).toBe(true);
    expect(state.pending.map(({ _id }) => _id)).toEqual(['earlier', 'a', 'b']);
    expect([...state.unsavedIds]).toEqual(['a', 'b']);
    expect(state.mayHaveMore).toBe(false);
  });

  it.each<[string, Partial<DrainState>]>([
    ['the last read ended after they were saved', { readAt: READ_AT + 2 }],
    ['a read is in progress', { readAt: Number.POSITIVE_INFINITY }],
    ['earlier deliveries were not read yet', { mayHaveMore: true }],
    ['the endpoint has changed', { endpoint: { ...endpoint, revision: 4 } }],
    ['the lease has expired', { leasedUntil: 0 }],
    ['the endpoint is switched off', { endpoint: { ...endpoint, active: false } }],
    [
      'the circuit breaker is half-open',
      { health: { ...HEALTHY, failuresInRow: HALF_OPEN_AFTER } },
    ],
    ['too many are pending', { pending: deliveries(MAX_PENDING_WITH_ROOM - 1) }],
  ])('are refused, to be read later, if %s', (_why, change) => {
    const state = upToDate(change);
    const before = [...state.pending];
    expect(acceptHandoff(state, saved, muchRoom)).toBe(false);
    expect(state.pending).toEqual(before);
    expect(state.unsavedIds.size).toBe(0);
    expect(state.mayHaveMore).toBe(true);
  });

  it('are refused by a stopped drain', () => {
    const state = upToDate();
    stop(state);
    expect(acceptHandoff(state, saved, muchRoom)).toBe(false);
  });

  it('are accepted beyond the usual limit only while the instance has room', () => {
    const full = () => upToDate({ pending: deliveries(MAX_PENDING) });
    expect(acceptHandoff(full(), saved, noRoom)).toBe(false);
    expect(acceptHandoff(full(), saved, muchRoom)).toBe(true);
  });
});

describe('a drain', () => {
  it('sends nothing after its lease expired, because another instance may have the queue', () => {
    expect(maySend(upToDate())).toBe(true);
    expect(maySend(upToDate({ leasedUntil: 0 }))).toBe(false);
  });
});

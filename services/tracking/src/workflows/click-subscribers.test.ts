import { unavailable } from '@tributary/errors';
import { openClickSubscribers } from './click-subscribers.ts';

function world() {
  const state = { now: 10_000, calls: 0, isAway: false };
  const find = openClickSubscribers({
    webhookClient: {
      listSubscribers: () => {
        state.calls += 1;
        if (state.isAway) return Promise.reject(unavailable('away'));
        return Promise.resolve({
          ownerIds: new Set([`of call ${String(state.calls)}`]),
          all: false,
        });
      },
    },
    clock: { now: () => new Date(state.now) },
    log: { warn: () => undefined },
  });
  return { state, find: async (newestMs: number) => find(new Date(newestMs)) };
}

describe('the subscribers of clicks', () => {
  it('are requested again for clicks that came after the last request, and only for those', async () => {
    const { state, find } = world();
    expect([...(await find(9_999)).ownerIds]).toEqual(['of call 1']);
    expect([...(await find(9_999)).ownerIds]).toEqual(['of call 1']);
    state.now = 11_000;
    expect([...(await find(10_000)).ownerIds]).toEqual(['of call 2']);
    expect(state.calls).toBe(2);
  });

  it('are everybody while webhook is unavailable, which is not called for each batch', async () => {
    const { state, find } = world();
    state.isAway = true;
    expect((await find(9_999)).all).toBe(true);
    expect((await find(9_999)).all).toBe(true);
    expect(state.calls).toBe(1);
    state.isAway = false;
    state.now = 15_000;
    expect((await find(14_999)).all).toBe(false);
  });
});

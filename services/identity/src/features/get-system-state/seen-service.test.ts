import { seenService } from './seen-service.ts';

const none = { count: 0, newest: [] };
const state = {
  not_ready: [],
  degraded: [],
  outbox: { pending: 0, oldest_seconds: 0, dead: 0 },
  parked: none,
  dead_letters: none,
  consumers: [],
};

describe('a service as administrators see it', () => {
  it('is unreachable where it gave no answer, and not ready where it lacks a part', () => {
    expect(seenService({ service: 'payout', state: undefined })).toEqual({
      ...{ service: 'payout', status: 'unreachable', state: null },
    });
    expect(seenService({ service: 'payout', state }).status).toBe('ready');
    const without = { ...state, not_ready: ['mongo'] };
    expect(seenService({ service: 'payout', state: without }).status).toBe('not_ready');
  });
});

import { type Schemas } from '@tributary/sdk';
import { setAsideIn, stuckIn } from './system-state.ts';

type Service = Schemas['SystemService'];

const eventOf = (group: string, id: string, since: string) => ({
  ...{ group, id, since, type: 'user.updated.v1', topic: 'identity.users', reason: 'unknown' },
});

const none = { count: 0, newest: [] };
const quiet = {
  ...{ not_ready: [], degraded: [], consumers: [], parked: none, dead_letters: none },
  outbox: { pending: 0, oldest_seconds: 0, dead: 0 },
};

const services: readonly Service[] = [
  {
    service: 'campaign',
    status: 'ready',
    state: {
      ...quiet,
      parked: { count: 1, newest: [eventOf('campaign', 'a', '2026-05-01T10:00:00.000Z')] },
      dead_letters: { count: 1, newest: [eventOf('campaign', 'b', '2026-05-01T09:00:00.000Z')] },
    },
  },
  { service: 'identity', status: 'unreachable', state: null },
  {
    service: 'payout',
    status: 'ready',
    state: {
      ...quiet,
      dead_letters: { count: 1, newest: [eventOf('payout', 'a', '2026-05-01T11:00:00.000Z')] },
      stuck_payouts: [{ step: 'sent', count: 1, oldest_seconds: 270_000 }],
    },
  },
];

describe('the state of the system', () => {
  it('shows the events that all services set aside, newest first, each once', () => {
    const events = setAsideIn(services);
    expect(events.map(({ group, id, isDead }) => [group, id, isDead])).toEqual([
      ['payout', 'a', true],
      ['campaign', 'a', false],
      ['campaign', 'b', true],
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(3);
  });

  it('knows the stuck payouts only where the service of payouts answered', () => {
    expect(stuckIn(services)).toEqual([{ step: 'sent', count: 1, oldest_seconds: 270_000 }]);
    expect(stuckIn(services.slice(0, 2))).toBeUndefined();
  });
});

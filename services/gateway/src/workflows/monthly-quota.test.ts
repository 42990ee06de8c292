import { type Actor } from '@tributary/service/edge';
import { type Usage } from '../clients/identity-client.ts';
import { openMonthlyQuota } from './monthly-quota.ts';

const user = (plan: Actor['plan'] = 'free', role: Actor['role'] = 'brand'): Actor => ({
  id: 'user',
  role,
  plan,
  memberId: 'user',
  memberRole: 'owner',
});

function setUp(limits = { free: 10, pro: 20, enterprise: 0 }) {
  const shared = new Map<string, number>();
  const reports: Usage[] = [];
  let at = new Date('2026-05-31T23:59:50Z');
  let isUnavailable = false;
  const open = () =>
    openMonthlyQuota({
      limits,
      counter: {
        add: (key, calls) => {
          if (isUnavailable) return Promise.reject(new Error('unavailable'));
          const count = (shared.get(key) ?? 0) + calls;
          shared.set(key, count);
          return Promise.resolve(count);
        },
      },
      identity: {
        reportUsage: (usage) => {
          reports.push(usage);
          return Promise.resolve();
        },
      },
      clock: { now: () => at },
    });
  return {
    open,
    reports,
    setTime: (time: string) => {
      at = new Date(time);
    },
    setUnavailable: (unavailable: boolean) => {
      isUnavailable = unavailable;
    },
  };
}

const times = (count: number, work: () => void): void => {
  for (let i = 0; i < count; i += 1) work();
};

describe('the monthly quota', () => {
  it('reports 80 % and 100 % once each, and refuses calls from 100 % until the end of the month', async () => {
    const { open, reports, setTime } = setUp();
    const quota = open();
    times(7, () => {
      quota.count(user());
    });
    await quota.sync();
    expect(reports).toEqual([]);
    quota.count(user());
    await quota.sync();
    await quota.sync();
    times(2, () => {
      quota.count(user());
    });
    let refusal: unknown;
    try {
      quota.count(user());
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 10 });
    await quota.sync();
    await quota.sync();
    expect(reports.map(({ level, used }) => [level, used])).toEqual([
      ['neared', 8],
      ['reached', 10],
    ]);
    setTime('2026-06-01T00:00:00Z');
    expect(() => {
      quota.count(user());
    }).not.toThrow();
  });

  it('applies across instances, except for the calls between two syncs', async () => {
    const { open } = setUp();
    const [one, other] = [open(), open()];
    times(5, () => {
      one.count(user());
      other.count(user());
    });
    await one.sync();
    await other.sync();
    expect(() => {
      other.count(user());
    }).toThrow('10 calls a month');
    one.count(user());
    await one.sync();
    expect(() => {
      one.count(user());
    }).toThrow('10 calls a month');
  });

  it('follows the plan of the token, and excludes enterprise and administrators', () => {
    const { open } = setUp();
    const quota = open();
    times(10, () => {
      quota.count(user());
    });
    expect(() => {
      quota.count(user('free'));
    }).toThrow('10 calls');
    times(10, () => {
      quota.count(user('pro'));
    });
    expect(() => {
      quota.count(user('pro'));
    }).toThrow('20 calls');
    times(50, () => {
      quota.count(user('enterprise'));
      quota.count(user('free', 'admin'));
    });
  });

  it('continues to count while the shared count is unavailable', async () => {
    const { open, setUnavailable, reports } = setUp();
    const quota = open();
    setUnavailable(true);
    times(8, () => {
      quota.count(user());
    });
    expect(await quota.sync()).toHaveLength(1);
    setUnavailable(false);
    await quota.sync();
    expect(reports).toMatchObject([{ level: 'neared', used: 8 }]);
  });
});

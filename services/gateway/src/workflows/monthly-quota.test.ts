import { type Actor } from '@tributary/service/edge';
import { openCallQuota, type Usage } from './monthly-quota.ts';

const user = (plan: Actor['plan'] = 'free', role: Actor['role'] = 'brand'): Actor => ({
  id: 'user',
  role,
  plan,
});

function setUp(limits = { free: 10, pro: 20, enterprise: 0 }) {
  const shared = new Map<string, number>();
  const told: Usage[] = [];
  let at = new Date('2026-05-31T23:59:50Z');
  let isAway = false;
  const open = () =>
    openCallQuota({
      limits,
      add: (key, calls) => {
        if (isAway) return Promise.reject(new Error('away'));
        const sum = (shared.get(key) ?? 0) + calls;
        shared.set(key, sum);
        return Promise.resolve(sum);
      },
      tell: (usage) => {
        told.push(usage);
        return Promise.resolve();
      },
      now: () => at,
    });
  return {
    open,
    told,
    goTo: (time: string) => {
      at = new Date(time);
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

const times = (count: number, work: () => void): void => {
  for (let i = 0; i < count; i += 1) work();
};

describe('the quota of calls', () => {
  it('warns at 80 %, refuses from 100 % on until the month is over, and says each once', async () => {
    const { open, told, goTo } = setUp();
    const quota = open();
    times(7, () => {
      quota.count(user());
    });
    await quota.settleAll();
    expect(told).toEqual([]);
    quota.count(user());
    await quota.settleAll();
    await quota.settleAll();
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
    await quota.settleAll();
    await quota.settleAll();
    expect(told.map(({ level, used }) => [level, used])).toEqual([
      ['neared', 8],
      ['reached', 10],
    ]);
    goTo('2026-06-01T00:00:00Z');
    expect(() => {
      quota.count(user());
    }).not.toThrow();
  });

  it('holds across instances, within what comes between two looks', async () => {
    const { open } = setUp();
    const [one, other] = [open(), open()];
    times(5, () => {
      one.count(user());
      other.count(user());
    });
    await one.settleAll();
    await other.settleAll();
    expect(() => {
      other.count(user());
    }).toThrow('10 calls a month');
    one.count(user());
    await one.settleAll();
    expect(() => {
      one.count(user());
    }).toThrow('10 calls a month');
  });

  it('is that of the plan of the token, none of enterprise, and none of administrators', () => {
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

  it('goes on counting while the shared count is away', async () => {
    const { open, setAway, told } = setUp();
    const quota = open();
    setAway(true);
    times(8, () => {
      quota.count(user());
    });
    expect(await quota.settleAll()).toHaveLength(1);
    setAway(false);
    await quota.settleAll();
    expect(told).toMatchObject([{ level: 'neared', used: 8 }]);
  });
});

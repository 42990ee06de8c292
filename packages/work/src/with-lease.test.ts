import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLostError, withLease } from './with-lease.ts';

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(signal.reason);
    });
  });

describe('withLease', () => {
  it('renews while the work runs, and not after it', async () => {
    let renewals = 0;
    const renew = () => Promise.resolve((renewals += 1) > 0);
    const result = await withLease({ leaseMs: 600, renew }, async (lost) => {
      await sleep(1_200);
      expect(lost.aborted).toBe(false);
      return 'done';
    });
    expect(result).toBe('done');
    expect(renewals).toBeGreaterThan(2);
    const before = renewals;
    await sleep(300);
    expect(renewals).toBe(before);
  });

  it('notifies the work when another holder has the lease', async () => {
    const renew = () => Promise.resolve(false);
    const reason = await withLease({ leaseMs: 30, renew }, aborted);
    expect(reason).toBeInstanceOf(LeaseLostError);
  });

  it('survives a failed renewal, but not failures for longer than the lease', async () => {
    let renewals = 0;
    const renew = () => {
      renewals += 1;
      return renewals === 2 ? Promise.resolve(true) : Promise.reject(new Error('away'));
    };
    const reason = await withLease({ leaseMs: 600, everyMs: 100, renew }, aborted);
    expect(reason).toBeInstanceOf(LeaseLostError);
    expect(renewals).toBeGreaterThan(2);
  });

  it('goes on renewing after a lost period, so that no other holder takes over what still runs', async () => {
    let isAway = true;
    let renewals = 0;
    const renewed = Promise.withResolvers<undefined>();
    const renew = () => {
      if (isAway) return Promise.reject(new Error('away'));
      renewals += 1;
      if (renewals === 2) renewed.resolve(undefined);
      return Promise.resolve(true);
    };
    await withLease({ leaseMs: 30, everyMs: 10, renew }, async (lost) => {
      expect(await aborted(lost)).toBeInstanceOf(LeaseLostError);
      isAway = false;
      await renewed.promise;
    });
    expect(renewals).toBeGreaterThanOrEqual(2);
  });

  it('renews no lease that another holder has', async () => {
    let renewals = 0;
    const renew = () => {
      renewals += 1;
      return Promise.resolve(false);
    };
    await withLease({ leaseMs: 30, everyMs: 5, renew }, async (lost) => {
      await aborted(lost);
      await sleep(40);
    });
    expect(renewals).toBe(1);
  });

  it('counts a renewal without an answer as a lost lease', async () => {
    const reason = await withLease({ leaseMs: 30, renew: () => new Promise(() => {}) }, aborted);
    expect(reason).toBeInstanceOf(LeaseLostError);
  });
});

import { createLoadGauge, type LoadGauge } from './load-gauge.ts';

describe('the load gauge', () => {
  const clock = { nowMs: 0 };
  const record = (gauge: LoadGauge, calls: number): void => {
    for (let call = 0; call < calls; call += 1) gauge.recordCall();
  };

  it('does not wait while few calls arrive', async () => {
    const gauge = createLoadGauge(() => clock.nowMs);
    record(gauge, 20);
    await expect(gauge.waitForLowLoad(60_000)).resolves.toBeUndefined();
  });

  it('stops waiting when the calls cease', async () => {
    const gauge = createLoadGauge(() => clock.nowMs);
    record(gauge, 500);
    const low = gauge.waitForLowLoad(60_000);
    clock.nowMs += 1_000;
    await expect(low).resolves.toBeUndefined();
  });

  it('waits no longer than its timeout', async () => {
    const gauge = createLoadGauge(() => clock.nowMs);
    record(gauge, 500);
    await expect(gauge.waitForLowLoad(0)).resolves.toBeUndefined();
  });
});

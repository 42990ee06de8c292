import { createRush } from './load-gauge.ts';

describe('a rush', () => {
  const clock = { nowMs: 0 };
  const come = (rush: ReturnType<typeof createRush>, calls: number): void => {
    for (let call = 0; call < calls; call += 1) rush.note();
  };

  it('is nothing to wait for while few calls come', async () => {
    const rush = createRush(() => clock.nowMs);
    come(rush, 20);
    await expect(rush.over(60_000)).resolves.toBeUndefined();
  });

  it('is over when the calls cease', async () => {
    const rush = createRush(() => clock.nowMs);
    come(rush, 500);
    const over = rush.over(60_000);
    clock.nowMs += 1_000;
    await expect(over).resolves.toBeUndefined();
  });

  it('is waited for no longer than asked', async () => {
    const rush = createRush(() => clock.nowMs);
    come(rush, 500);
    await expect(rush.over(0)).resolves.toBeUndefined();
  });
});

import { createWakeSignal } from './wake-signal.ts';

describe('a wake signal', () => {
  it('ends a wait at once', async () => {
    const signal = createWakeSignal();
    const waiting = signal.wait(60_000);
    signal.notify();
    await expect(waiting).resolves.toBe(true);
  });

  it('remembers one notification that came before the wait', async () => {
    const signal = createWakeSignal();
    signal.notify();
    signal.notify();
    await expect(signal.wait(60_000)).resolves.toBe(true);
    await expect(signal.wait(1)).resolves.toBe(false);
  });
});

import { type CallQuota } from '../../workflows/monthly-quota.ts';

const EVERY_MS = 1_000;

/** Settles what was counted once a second, one after the other; the last time when it is stopped. */
export function settleCalls(quota: CallQuota, onError: (error: unknown) => void) {
  let underWay: Promise<void> | undefined;
  const settle = (): void => {
    underWay ??= quota
      .settleAll()
      .then((errors) => {
        const [first] = errors;
        if (first !== undefined) onError(first);
      })
      .finally(() => {
        underWay = undefined;
      });
  };
  const timer = setInterval(settle, EVERY_MS).unref();
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await underWay;
      await quota.settleAll();
    },
  };
}

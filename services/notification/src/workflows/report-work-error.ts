import { type Deps } from '../deps.ts';

/** Logs and counts an error of a queue's worker; the work is due again at the end of its lease. */
export const reportWorkError =
  ({ log, metrics }: Pick<Deps, 'log' | 'metrics'>, worker: string) =>
  (error: unknown): void => {
    metrics.unexpectedErrors.inc({ where: worker });
    log.error({ err: error, worker }, 'work failed');
  };

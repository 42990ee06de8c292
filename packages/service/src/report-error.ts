import { MINUTE_MS } from '@tributary/units';
import { throttleReports } from '@tributary/work/throttle-reports';
import { type Logger, redactText } from './log.ts';
import { type ServiceMetrics } from './metrics.ts';
import { isOutage } from './outage.ts';

interface Observers {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<ServiceMetrics, 'unexpectedErrors' | 'outageErrors'>;
}

/** Logs what an outage prevents: one line a minute, with a count and the newest reason. */
export function openOutageLog(
  log: Pick<Logger, 'warn'>,
  message: string,
  facts: object = {},
): (error: unknown) => void {
  return throttleReports<unknown>(MINUTE_MS, (error, count) => {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    log.warn({ ...facts, count, reason }, message);
  });
}

/**
 * Counts and logs the errors of one place: a bug at level error with its stack, an outage with one line a minute
 * that has a count.
 */
export function openErrorReport(
  { log, metrics }: Observers,
  where: string,
  message: string,
): (error: unknown) => void {
  const reportOutage = openOutageLog(log, message, { where });
  return (error) => {
    if (isOutage(error)) {
      metrics.outageErrors.inc({ where });
      reportOutage(error);
      return;
    }
    metrics.unexpectedErrors.inc({ where });
    log.error({ err: error, where }, message);
  };
}

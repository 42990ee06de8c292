import { Counter, Histogram, type Logger, type ServiceMetrics } from '@tributary/service';
import { type AfterAttempt } from '../../domain/delivery.ts';

/** What is noted of each attempt. */
export interface ObservedAttempt {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventType: string;
  readonly createdAt: Date;
  readonly at: Date;
  readonly durationMs: number;
  readonly correlationId: string;
  readonly after: Pick<AfterAttempt, 'status' | 'attempts' | 'responseCode' | 'errorMessage'>;
}

/** One log line and a few numbers per attempt. */
export function attemptObserver({ registry }: ServiceMetrics, log: Logger) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver, by what the delivery is after them',
    labelNames: ['status'],
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of one attempt, the whole answer included',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const firstDelay = new Histogram({
    name: 'webhook_first_attempt_delay_seconds',
    help: 'Time from the making of a delivery to its first attempt',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  return (seen: ObservedAttempt): void => {
    const { deliveryId, endpointId, eventType, durationMs, after } = seen;
    attempts.inc({ status: after.status });
    duration.observe(durationMs / 1000);
    if (after.attempts === 1) {
      firstDelay.observe((seen.at.getTime() - seen.createdAt.getTime()) / 1000);
    }
    const level = after.status === 'success' ? 'debug' : 'info';
    log[level](
      {
        correlation_id: seen.correlationId,
        deliveryId,
        endpointId,
        eventType,
        ms: durationMs,
        status: after.status,
        attempt: after.attempts,
        code: after.responseCode,
        problem: after.errorMessage,
      },
      'delivery attempted',
    );
  };
}

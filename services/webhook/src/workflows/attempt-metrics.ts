import { Counter, Histogram, type Logger, type ServiceMetrics } from '@tributary/service';
import { type AttemptOutcome } from '../domain/delivery.ts';

/** An attempt as logs and metrics show it. */
interface ObservedAttempt {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventType: string;
  readonly createdAt: Date;
  readonly at: Date;
  readonly durationMs: number;
  readonly correlationId: string;
  readonly outcome: Pick<AttemptOutcome, 'status' | 'attempts' | 'responseCode' | 'errorMessage'>;
}

type ObserveAttempt = (attempt: ObservedAttempt) => void;

/** Writes a log line and updates the metrics for each attempt. */
export function createAttemptObserver({ registry }: ServiceMetrics, log: Logger): ObserveAttempt {
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts, by the status of the delivery after them',
    labelNames: ['status'],
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of one attempt, including the whole response',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const firstDelay = new Histogram({
    name: 'webhook_first_attempt_delay_seconds',
    help: 'Time from the creation of a delivery to its first attempt',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  return (attempt) => {
    const { deliveryId, endpointId, eventType, durationMs, outcome } = attempt;
    attempts.inc({ status: outcome.status });
    duration.observe(durationMs / 1000);
    if (outcome.attempts === 1) {
      firstDelay.observe((attempt.at.getTime() - attempt.createdAt.getTime()) / 1000);
    }
    const level = outcome.status === 'success' ? 'debug' : 'info';
    log[level](
      {
        correlation_id: attempt.correlationId,
        deliveryId,
        endpointId,
        eventType,
        ms: durationMs,
        status: outcome.status,
        attempt: outcome.attempts,
        code: outcome.responseCode,
        problem: outcome.errorMessage,
      },
      'delivery attempted',
    );
  };
}

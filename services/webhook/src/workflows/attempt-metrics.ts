import { deliveryMetrics, registerCounter, registerHistogram } from '@tributary/metrics';
import { type Logger, type ServiceMetrics } from '@tributary/service';
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
  const attempts = registerCounter(registry, deliveryMetrics.attempts);
  const duration = registerHistogram(registry, deliveryMetrics.attemptDuration);
  const firstDelay = registerHistogram(registry, deliveryMetrics.firstDelay);
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

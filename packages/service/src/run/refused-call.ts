import { type ServiceId } from '@tributary/catalog';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';

/** A call of an inner port that was refused, because of who made it. */
export interface RefusedServiceCall {
  readonly transport: 'grpc' | 'http';
  readonly operation: string;
  /** Undefined where no valid token names one. */
  readonly caller: ServiceId | undefined;
  readonly code: string;
  readonly reason: string;
  /** The other end of the connection. */
  readonly peer: string;
}

/** Logs and counts a refused call. */
export function noteRefusedCall(
  { log, metrics }: { readonly log: Logger; readonly metrics: ServiceMetrics },
  { transport, operation, caller, code, reason, peer }: RefusedServiceCall,
): void {
  metrics.refusedServiceCalls.inc({ transport, code, caller: caller ?? 'unknown' });
  log.warn({ transport, operation, caller, code, reason, peer }, 'a service call was refused');
}

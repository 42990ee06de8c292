import { type Deps } from '../../deps.ts';
import { type AttemptRecorder } from './attempt-recorder.ts';
import { type HasRoomFor } from './drain-state.ts';
import { type Permits } from './permits.ts';

export type DrainDeps = Pick<
  Deps,
  | 'clock'
  | 'config'
  | 'counts'
  | 'deliveries'
  | 'deliverySignal'
  | 'endpointChanges'
  | 'endpoints'
  | 'handoff'
  | 'log'
  | 'observeAttempt'
  | 'queues'
  | 'random'
  | 'sendWebhook'
  | 'transaction'
>;

/** What the drains of one instance share. */
export interface DrainContext {
  readonly deps: DrainDeps;
  readonly recorder: AttemptRecorder;
  /** For requests in flight beyond those that every endpoint may have. */
  readonly permits: Permits;
  /** Whether a drain may keep its queue for a moment after the last delivery, because more often follow. */
  readonly mayStayIdle: () => boolean;
  readonly hasRoomFor: HasRoomFor;
}

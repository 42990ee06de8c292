import { type FoundState, type ServiceState } from '@tributary/service';

/** A service as administrators see it: the words are those of the gateway's readiness. */
export interface SeenService {
  readonly service: FoundState['service'];
  readonly status: 'ready' | 'not_ready' | 'unreachable';
  readonly state: ServiceState | null;
}

/** What is known of a service that gave this answer, or none in time. */
export function seenService({ service, state }: FoundState): SeenService {
  if (state === undefined) return { service, status: 'unreachable', state: null };
  return { service, status: state.not_ready.length === 0 ? 'ready' : 'not_ready', state };
}

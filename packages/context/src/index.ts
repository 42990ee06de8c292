import { AsyncLocalStorage } from 'node:async_hooks';

/** What accompanies one unit of work through HTTP, gRPC and Kafka into the logs. */
export interface WorkContext {
  /** One id for a conversion's whole way; the first request's X-Request-Id. */
  readonly correlationId: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `work` so that everything it calls sees `context`. */
export const runWithContext = <T>(context: WorkContext, work: () => T): T =>
  storage.run(context, work);

/** The context of the current unit of work; undefined at start-up and in timers of their own. */
export const currentContext = (): WorkContext | undefined => storage.getStore();

const PLAIN_ID = /^[\w.:-]{1,128}$/;

/** A caller's correlation id, where it is harmless to log and to pass on; otherwise a new one. */
export function acceptCorrelationId(offered: unknown, newId: () => string): string {
  return typeof offered === 'string' && PLAIN_ID.test(offered) ? offered : newId();
}

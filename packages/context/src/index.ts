import { AsyncLocalStorage } from 'node:async_hooks';
import { type Deadline } from './deadline.ts';

export { Deadline } from './deadline.ts';

/** The context of one unit of work, passed through HTTP, gRPC and Kafka into the logs. */
export interface WorkContext {
  /** One id for everything that follows from a request; its X-Request-Id. */
  readonly correlationId: string;
  /** Until when somebody waits for it; absent in background work. */
  readonly deadline?: Deadline;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `work` so that everything it calls sees `context`. */
export const runWithContext = <T>(context: WorkContext, work: () => T): T =>
  storage.run(context, work);

/** The context of the current unit of work; undefined at start and in timers. */
export const currentContext = (): WorkContext | undefined => storage.getStore();

/** The deadline of the current unit of work, while somebody waits for it. */
export function currentDeadline(): Deadline | undefined {
  const deadline = currentContext()?.deadline;
  return deadline?.isOpen === true ? deadline : undefined;
}

const PLAIN_ID = /^[\w.:-]{1,128}$/;

/** Whether an id of another process is safe in logs, headers and keys. */
export const isPlainId = (id: string): boolean => PLAIN_ID.test(id);

/** The correlation id of a caller where it is safe to log; otherwise a new one. */
export function acceptCorrelationId(offered: unknown, newId: () => string): string {
  return typeof offered === 'string' && isPlainId(offered) ? offered : newId();
}

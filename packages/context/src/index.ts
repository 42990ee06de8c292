import { AsyncLocalStorage } from 'node:async_hooks';
import { type Deadline } from './deadline.ts';

export { Deadline } from './deadline.ts';

/** The span of a trace in which work runs. */
export interface WorkSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** What other processes and stored events are given, as W3C Trace Context defines it. */
  readonly traceparent: string;
}

/** The context of one unit of work, passed through HTTP, gRPC and Kafka into the logs. */
export interface WorkContext {
  /** One id for everything that follows from a request; its X-Request-Id. */
  readonly correlationId: string;
  /** Until when somebody waits for it; absent in background work. */
  readonly deadline?: Deadline;
  /** Absent where the work is not traced. */
  readonly span?: WorkSpan | undefined;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** The spans of the units of work that run now, by their correlation id, the newest last; empty where nothing is traced. */
const spans = new Map<string, readonly WorkSpan[]>();
const MAX_SPANS = 10_000;
let spanCount = 0;

/**
 * Names the span of a unit of work by its correlation id: work that is done together for several of them states the
 * correlation id of each, and so finds its span; where several units have one correlation id, that of the newest.
 * @returns the function that ends this
 */
export function nameSpan(correlationId: string, span: WorkSpan): () => void {
  if (spanCount >= MAX_SPANS) return () => undefined;
  const named = (): readonly WorkSpan[] => spans.get(correlationId) ?? [];
  spans.set(correlationId, [...named(), span]);
  spanCount += 1;
  return () => {
    if (!named().includes(span)) return;
    const others = named().filter((one) => one !== span);
    if (others.length > 0) spans.set(correlationId, others);
    else spans.delete(correlationId);
    spanCount -= 1;
  };
}

/** The span of the unit of work that runs under a correlation id, where it is traced. */
export const spanNamed = (correlationId: string): WorkSpan | undefined =>
  spans.get(correlationId)?.at(-1);

function withSpan(context: WorkContext): WorkContext {
  const span = spanNamed(context.correlationId);
  return span === undefined ? context : { ...context, span };
}

/** Runs `work` so that everything it calls sees `context`. */
export const runWithContext = <T>(context: WorkContext, work: () => T): T =>
  storage.run(spans.size > 0 && context.span === undefined ? withSpan(context) : context, work);

/** Runs `work` under a correlation id, or in the current context where it has none. */
export const runWithCorrelation = <T>(correlationId: string | undefined, work: () => T): T =>
  correlationId === undefined ? work() : runWithContext({ correlationId }, work);

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

import { observeTraced } from '@tributary/metrics';
import { keptTraceId, type OpenSpan } from '@tributary/tracing';
import { MINUTE_MS } from '@tributary/units';
import { throttleReports } from '@tributary/work/throttle-reports';
import { type Actor } from '../auth/actor.ts';
import { type Logger, redactText } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { type Arrival } from './arrival.ts';
import { type Route } from './route.ts';

/** How a call was answered. */
export interface Answered {
  readonly status: number;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly span: OpenSpan | undefined;
  /** Undefined for a caller who is not recognised, or need not be. */
  readonly actor?: Actor | undefined;
  /** Of an answer that is an error. */
  readonly errorCode?: string | undefined;
}

/** Counts an answered call and logs it. */
export type NoteCall = (route: Route, arrival: Arrival, answered: Answered) => void;

/** Who called, without anything that names a person. */
const callerOf = (actor: Actor | undefined) =>
  actor === undefined
    ? { actor: 'public' }
    : {
        actor: actor.apiKeyId === undefined ? actor.role : `${actor.role} key`,
        account_id: actor.id,
      };

/** One line of a call, with all that is known about it; its ids are in the path. */
const lineOf = (route: Route, { path }: Arrival, answered: Answered, seconds: number) => ({
  operation: route.operationId,
  method: route.method.toUpperCase(),
  route: route.path,
  path: redactText(path),
  status: String(answered.status),
  ms: Math.round(seconds * 1e5) / 100,
  ...callerOf(answered.actor),
  ...(answered.errorCode === undefined ? {} : { code: answered.errorCode }),
});

/**
 * Notes calls: one line each, at level debug for hot routes. What an outage refuses is a line a minute for each route,
 * that of the newest call, with `count`.
 */
export function openCallNotes(log: Logger, metrics: ServiceMetrics): NoteCall {
  const refusals = new Map<Route, (line: object) => void>();
  const noteRefusal = (route: Route, line: object): void => {
    let note = refusals.get(route);
    if (note === undefined) {
      note = throttleReports<object>(MINUTE_MS, (newest, count) => {
        log.warn({ ...newest, count }, 'request');
      });
      refusals.set(route, note);
    }
    note(line);
  };

  return (route, arrival, answered) => {
    const { status, startedAt, span } = answered;
    const seconds = (performance.now() - startedAt) / 1000;
    const labels = {
      method: arrival.req.method ?? '',
      route: route.path,
      status: String(status),
    };
    metrics.httpInFlight.dec();
    observeTraced(metrics.httpDuration, { labels, value: seconds, traceId: keptTraceId(span) });
    if (status === 503) {
      noteRefusal(route, lineOf(route, arrival, answered, seconds));
      return;
    }
    const level = route.quiet === true && status < 500 ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) log[level](lineOf(route, arrival, answered, seconds), 'request');
  };
}

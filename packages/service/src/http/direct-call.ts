import { acceptCorrelationId } from '@tributary/context';
import { type Gauge } from '@tributary/metrics';
import {
  isKeptTraceparent,
  isTracing,
  type OpenSpan,
  openSpan,
  recordHotCall,
} from '@tributary/tracing';
import { type Arrival, clientAddressOf } from './arrival.ts';
import { type NoteCall } from './call-line.ts';
import { answeredSpan, spanAttributesOf, spanNameOf } from './call-span.ts';
import { REQUEST_ID_HEADER } from './headers.ts';
import { type DirectCall, type Route } from './route.ts';

/** What the server does around a direct call. */
export interface DirectCallParts {
  readonly inFlight: Pick<Gauge, 'inc' | 'dec'>;
  /** Sends the answer of an error. @returns its status */
  readonly refuse: (arrival: Arrival, error: unknown) => number;
  readonly note: NoteCall;
}

/** What the spans of a call show. */
const factsOfSpan = (route: Route, { req }: Arrival) => ({
  name: spanNameOf(route),
  kind: 'server' as const,
  attributes: spanAttributesOf(route, req.headers[REQUEST_ID_HEADER]?.toString() ?? ''),
  parent: req.headers['traceparent']?.toString(),
});

/** The span of a call whose trace the gateway keeps: of few. */
function openKeptSpan(route: Route, arrival: Arrival): OpenSpan | undefined {
  const { traceparent } = arrival.req.headers;
  if (traceparent === undefined || !isKeptTraceparent(traceparent)) return undefined;
  return openSpan(factsOfSpan(route, arrival));
}

/** A call of a hot route. It never throws, so that one answer that cannot be written harms no other. */
class OpenCall implements DirectCall {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: DirectCall['headers'];
  readonly params: DirectCall['params'];
  readonly #route: Route;
  readonly #arrival: Arrival;
  readonly #parts: DirectCallParts;
  readonly #startedAt = performance.now();
  readonly #span: OpenSpan | undefined;

  constructor(route: Route, arrival: Arrival, parts: DirectCallParts) {
    const { req, params } = arrival;
    this.method = req.method ?? '';
    this.url = req.url ?? '';
    this.ip = clientAddressOf(req);
    this.headers = req.headers;
    this.params = params;
    this.#route = route;
    this.#arrival = arrival;
    this.#parts = parts;
    this.#span = isTracing() ? openKeptSpan(route, arrival) : undefined;
  }

  get traceparent(): string | undefined {
    return this.#span?.traceparent;
  }

  answer(status: number, headers: readonly string[], requestId: string): void {
    const { req, res } = this.#arrival;
    const id = acceptCorrelationId(req.headers[REQUEST_ID_HEADER], () => requestId);
    this.#finish(() => {
      res.writeHead(status, [REQUEST_ID_HEADER, id, ...headers, 'content-length', '0']);
      res.end();
      return status;
    });
  }

  fail(error: unknown): void {
    this.#finish(() => this.#parts.refuse(this.#arrival, error));
  }

  #finish(send: () => number): void {
    let status = 500;
    try {
      status = send();
    } catch {
      this.#arrival.res.destroy();
    }
    this.#endSpan(status);
    const [startedAt, span] = [this.#startedAt, this.#span];
    this.#parts.note(this.#route, this.#arrival, { status, startedAt, span });
  }

  /** A failure is recorded whether or not the trace is kept. */
  #endSpan(status: number): void {
    if (this.#span !== undefined) this.#span.end(answeredSpan(status));
    else if (status >= 500) {
      const facts = { ...factsOfSpan(this.#route, this.#arrival), startedAt: this.#startedAt };
      recordHotCall(facts, answeredSpan(status).failure);
    }
  }
}

/** Whether the route answers the call directly; otherwise its handler has to. */
export function isAnsweredDirectly(
  route: Route,
  arrival: Arrival,
  parts: DirectCallParts,
): boolean {
  if (route.handleDirectly === undefined) return false;
  const call = new OpenCall(route, arrival, parts);
  parts.inFlight.inc();
  try {
    if (route.handleDirectly(call)) return true;
  } catch (error) {
    call.fail(error);
    return true;
  }
  parts.inFlight.dec();
  return false;
}

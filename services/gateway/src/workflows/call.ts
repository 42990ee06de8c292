import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type OpenSpan } from '@tributary/tracing';
import { type KeyUse } from '../domain/key-use.ts';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { type Admission } from './admit-caller.ts';
import { type BrowserCaller } from './browser-caller.ts';

/** A request in the gateway. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Path and query, as received. */
  readonly target: string;
  /** Path without query, as received. */
  readonly path: string;
  readonly requestId: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** The caller expects `100 Continue` before it sends its body. */
  readonly waitsForContinue: boolean;
  /** CORS headers of the response; flat name, value pairs. */
  readonly corsHeaders: readonly string[];
}

/** A request for a service. */
export interface ForwardedCall {
  readonly call: Call;
  readonly route: ServiceRoute;
  /** Undefined on a public path. */
  readonly admission: Admission | undefined;
  /** Set where a cookie holds the caller's session, or is to hold it. */
  readonly browser: BrowserCaller | undefined;
  /** Set where the caller presented an API key. */
  readonly keyUse: KeyUse | undefined;
  /** Undefined where it is not traced, as are most calls of a hot path. */
  readonly span: OpenSpan | undefined;
}

import { type IncomingMessage, type ServerResponse } from 'node:http';

/** A request on its way through the gateway. */
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
  /** The caller waits for `100 Continue` before it sends its body. */
  readonly waitsForContinue: boolean;
  /** What the answer says to scripts of other origins; flat name, value pairs. */
  readonly corsHeaders: readonly string[];
}

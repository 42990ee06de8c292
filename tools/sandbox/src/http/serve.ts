import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { MINUTE_MS } from '@tributary/units';
import type { Fault, Faults } from '../faults/faults.ts';
import type { Log } from '../log.ts';
import type { Timers } from '../timers.ts';
import { Refusal } from './refusal.ts';

/** The answer to a call. `holdMs`: everything is done, but the answer comes later. */
export type Reply = Readonly<{
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  holdMs?: number;
}>;

export type RefusalBody = (refusal: Refusal) => unknown;

const DEFAULT_CONNECTION_HOLD_MS = MINUTE_MS;

type ServeDeps = Readonly<{ faults: Faults; timers: Timers }>;

/** An express handler for a call that faults can hit: its target is the name used by `POST /faults`. */
export type Serve = (target: string, work: (req: Request) => Reply) => RequestHandler;

export function createServe({ faults, timers }: ServeDeps): Serve {
  /** @returns whether the call ends here, its connection cut */
  async function cutIf(mode: Fault['mode'], fault: Fault | undefined, res: Response) {
    if (fault?.mode !== mode) return false;
    await timers.wait(fault.ms ?? DEFAULT_CONNECTION_HOLD_MS);
    res.socket?.destroy();
    return true;
  }

  async function holdFor(ms: number | undefined): Promise<void> {
    if (ms !== undefined && ms > 0) await timers.wait(ms);
  }

  return (target, work) => async (req, res) => {
    const fault = faults.next(target, () => textOf(req));
    if (await cutIf('timeout_before', fault, res)) return;
    throwIf('error_before', fault);
    if (fault?.mode === 'delay') await holdFor(fault.ms);
    const reply = work(req);
    if (await cutIf('timeout_after', fault, res)) return;
    throwIf('error_after', fault);
    await holdFor(reply.holdMs);
    send(res, reply);
  };
}

/** Answers 405 with `Allow` to every method of the path that is not named. Goes after the others. */
export function allowOnly(router: Router, path: string, methods: readonly string[]): void {
  router.all(path, () => {
    const headers = { allow: methods.join(', ') };
    throw new Refusal(405, 'method_not_allowed', 'This method is not allowed here.', { headers });
  });
}

/** Turns whatever was thrown into an answer in the area's own shape. */
export function refuseIn(bodyOf: RefusalBody, log: Log): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && refusal.code === 'internal_error') {
      log.error({ err: error }, 'a call to the sandbox failed');
    }
    send(res, { status: refusal.status, body: bodyOf(refusal), headers: refusal.headers });
  };
}

/** The sandbox's own shape, for everything that is no provider. */
export const plainRefusalBody: RefusalBody = (refusal) => ({
  error: { code: refusal.code, message: refusal.message, details: refusal.details },
});

export function send(res: Response, reply: Reply): void {
  if (res.headersSent || res.destroyed) return;
  res.status(reply.status).set({ ...reply.headers });
  if (reply.body === undefined) res.end();
  else res.json(reply.body);
}

/** The text in which a fault's `match` is searched. Bodies of push messages are bytes and left out. */
function textOf({ originalUrl, body }: Request): string {
  return Buffer.isBuffer(body) ? originalUrl : `${originalUrl} ${JSON.stringify(body ?? null)}`;
}

function throwIf(mode: Fault['mode'], fault: Fault | undefined): void {
  if (fault?.mode !== mode) return;
  throw new Refusal(fault.status, 'injected_fault', 'A fault that was switched on.');
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new Refusal(413, 'body_too_large', 'The body is too large.');
  if (status === 415) return new Refusal(415, 'unsupported_encoding', 'Unsupported encoding.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(400, 'malformed_body', 'The body could not be read.');
  }
  return new Refusal(500, 'internal_error', 'The sandbox failed.');
}

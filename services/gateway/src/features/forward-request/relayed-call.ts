import { type IncomingHttpHeaders } from 'node:http';
import { type Dispatcher } from 'undici';
import { type AppError } from '@tributary/errors';
import { type Call } from '../../workflows/call.ts';
import { type FlatHeaders } from '../../views/security-headers.ts';
import { CallerGoneError } from './request-body.ts';
import { responseHeaders } from './response-headers.ts';
import { mayRetry, upstreamFailure } from './upstream-failure.ts';
import { type Upstream } from '../../clients/upstreams.ts';

export interface RelayedCallParts {
  readonly call: Call;
  readonly upstream: Upstream;
  readonly stream: boolean;
  readonly options: Dispatcher.DispatchOptions;
  /** What the gateway adds to the answer. */
  readonly ownHeaders: FlatHeaders;
  /** The body can be sent a second time. */
  readonly repeatable: boolean;
  readonly onFailure: (error: AppError) => void;
  readonly onEnd: () => void;
}

const RETRY_AFTER_MS = 50;
const EVENT_STREAM = /^text\/event-stream/i;

/**
 * One call at a service, from its dispatch to the last byte of its answer. Written as undici's own
 * handler, because streams and promises in between cost half of the throughput.
 */
export class RelayedCall implements Dispatcher.DispatchHandler {
  readonly #parts: RelayedCallParts;
  #controller: Dispatcher.DispatchController | undefined;
  #attempts = 0;
  #announcedBytes = -1;
  #callerGone = false;
  #ended = false;

  constructor(parts: RelayedCallParts) {
    this.#parts = parts;
  }

  /** Sends the call. Failures are told to `onFailure`; they never throw. */
  start(): void {
    const { res } = this.#parts.call;
    res.on('close', () => {
      if (this.#ended) return;
      this.#callerGone = true;
      this.#controller?.abort(new CallerGoneError());
    });
    this.#dispatch();
  }

  #dispatch(): void {
    const { upstream, options, stream } = this.#parts;
    this.#attempts += 1;
    try {
      upstream.dispatch(options, this, stream);
    } catch (error) {
      this.#fail(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#callerGone) controller.abort(new CallerGoneError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    received: IncomingHttpHeaders,
  ): void {
    // Interim answers (1xx) are of this hop.
    if (status < 200) return;
    const { call, ownHeaders } = this.#parts;
    this.#announcedBytes = Number(received['content-length'] ?? -1);
    call.res.writeHead(status, responseHeaders(received, ownHeaders));
    // Otherwise node keeps the head back until there is a body, which may be minutes away.
    if (EVENT_STREAM.test(received['content-type'] ?? '')) call.res.flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { res } = this.#parts.call;
    if (chunk.length === this.#announcedBytes) {
      // All of it: head, body and end leave in one write.
      res.end(chunk);
      return;
    }
    if (res.write(chunk)) return;
    controller.pause();
    res.once('drain', () => {
      controller.resume();
    });
  }

  onResponseEnd(): void {
    this.#end();
    this.#parts.call.res.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { call, options, repeatable, upstream, stream } = this.#parts;
    const silent = !call.res.headersSent && !this.#callerGone;
    if (silent && repeatable && this.#attempts === 1 && mayRetry(options.method, error)) {
      upstream.ended(stream);
      setTimeout(() => {
        this.#dispatch();
      }, RETRY_AFTER_MS);
      return;
    }
    upstream.ended(stream);
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const { call, onFailure, onEnd } = this.#parts;
    if (this.#ended) return;
    this.#ended = true;
    // An answer that has begun cannot be taken back; cutting it short tells that it is not whole.
    if (call.res.headersSent) call.res.destroy();
    if (!this.#callerGone) onFailure(upstreamFailure(error));
    onEnd();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#parts.upstream.ended(this.#parts.stream);
    this.#parts.onEnd();
  }
}

import { type IncomingHttpHeaders } from 'node:http';
import { type Dispatcher } from 'undici';
import { type AppError } from '@tributary/errors';
import { OPERATION_HEADER, SERVICE_TOKEN_SCHEME } from '@tributary/service/edge';
import { describeKeyUse, type KeyUse } from '../../domain/key-use.ts';
import { type Call } from '../../workflows/call.ts';
import { type FlatHeaders } from '../../views/security-headers.ts';
import { type BrowserResponse, browserResponseHeaders } from './browser-headers.ts';
import { CallerGoneError } from './request-body.ts';
import { responseHeaders } from './response-headers.ts';
import { mayRetry, upstreamFailure } from './upstream-failure.ts';
import { type Upstream } from '../../clients/upstreams.ts';

/** A service did not recognise the gateway: their keys or clocks differ. */
class GatewayRefusedError extends Error {
  override readonly name = 'GatewayRefusedError';
}

const isRefusal = (status: number, received: IncomingHttpHeaders): boolean =>
  status === 401 && received['www-authenticate'] === SERVICE_TOKEN_SCHEME;

export interface RelayedCallParts {
  readonly call: Call;
  readonly upstream: Upstream;
  readonly stream: boolean;
  readonly options: Dispatcher.DispatchOptions;
  /** The headers that the gateway adds to the response. */
  readonly addedHeaders: FlatHeaders;
  /** Set for a browser whose session a cookie holds. */
  readonly browser: BrowserResponse | undefined;
  /** Whether the body can be sent again. */
  readonly isRepeatable: boolean;
  /** Set where the caller presented an API key. */
  readonly keyUse: KeyUse | undefined;
  readonly onFailure: (error: AppError) => void;
  readonly onEnd: () => void;
}

const RETRY_AFTER_MS = 50;
const EVENT_STREAM = /^text\/event-stream/i;

/**
 * One request at a service, from its dispatch to the last byte of the response. It implements undici's
 * handler, because streams and promises in between would halve the throughput.
 */
export class RelayedCall implements Dispatcher.DispatchHandler {
  readonly #parts: RelayedCallParts;
  #controller: Dispatcher.DispatchController | undefined;
  #attempts = 0;
  #contentLength = -1;
  #callerGone = false;
  #ended = false;

  constructor(parts: RelayedCallParts) {
    this.#parts = parts;
  }

  /** Sends the request. Never throws: `onFailure` receives errors. */
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
    controller: Dispatcher.DispatchController,
    status: number,
    received: IncomingHttpHeaders,
  ): void {
    // Interim responses (1xx) concern this hop only.
    if (status < 200) return;
    if (isRefusal(status, received)) {
      controller.abort(new GatewayRefusedError());
      return;
    }
    const { call, addedHeaders, browser, keyUse, upstream } = this.#parts;
    if (keyUse !== undefined) describeKeyUse(keyUse, received[OPERATION_HEADER]);
    if (received.connection === 'close') upstream.renew();
    this.#contentLength = Number(received['content-length'] ?? -1);
    const headers =
      browser === undefined
        ? responseHeaders(received, addedHeaders)
        : browserResponseHeaders(received, addedHeaders, browser);
    call.res.writeHead(status, headers);
    // Otherwise node delays the headers until the first event, which may be minutes later.
    if (EVENT_STREAM.test(received['content-type'] ?? '')) call.res.flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { res } = this.#parts.call;
    if (chunk.length === this.#contentLength) {
      // The whole body: headers, body and end go out in one write.
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
    const { call, options, isRepeatable, upstream, stream } = this.#parts;
    const isUnanswered = !call.res.headersSent && !this.#callerGone;
    upstream.ended(stream);
    if (isUnanswered && isRepeatable && this.#attempts === 1 && mayRetry(options.method, error)) {
      setTimeout(() => {
        this.#dispatch();
      }, RETRY_AFTER_MS);
      return;
    }
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const { call, onFailure, onEnd } = this.#parts;
    if (this.#ended) return;
    this.#ended = true;
    // A response that has started ends with a closed connection, so that the caller sees it is incomplete.
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

import { type Dispatcher } from 'undici';

/** The response was not complete in time. */
export class ResponseTimeoutError extends Error {
  override readonly name = 'ResponseTimeoutError';
}

export interface ExchangeLimits {
  /** For the whole exchange: connecting, response headers and body. */
  readonly timeoutMs: number;
  /** After so many bytes of the body the connection is aborted. */
  readonly maxReadBytes: number;
  /** Bytes of the body that are returned. */
  readonly maxBodyBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  /** The first bytes of the body. */
  readonly body: Buffer;
}

/**
 * Sends one request and reads the beginning of the response. It uses undici's low-level handler, because
 * the streams and signals of `fetch` or `request` cost as much as the rest of a delivery.
 * @throws ResponseTimeoutError, or the error of the connection
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, maxReadBytes, maxBodyBytes }: ExchangeLimits,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const chunks: Buffer[] = [];
  let [status, bytes, isOver] = [0, 0, false];
  let controller: Dispatcher.DispatchController | undefined;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(() => {
    const timeout = new ResponseTimeoutError('No complete response in time');
    end();
    reject(timeout);
    controller?.abort(timeout);
  }, timeoutMs);

  dispatcher.dispatch(request, {
    onRequestStart: (started) => {
      controller = started;
      if (isOver) started.abort(new ResponseTimeoutError('No connection in time'));
    },
    onResponseStart: (_controller, code) => {
      status = code;
    },
    onResponseData: (started, chunk) => {
      if (bytes < maxBodyBytes) chunks.push(chunk.subarray(0, maxBodyBytes - bytes));
      bytes += chunk.length;
      if (isOver || bytes < maxReadBytes) return;
      end();
      resolve({ status, body: Buffer.concat(chunks) });
      started.abort(new Error('The body is larger than is read'));
    },
    onResponseEnd: () => {
      end();
      resolve({ status, body: Buffer.concat(chunks) });
    },
    // Also called after a timeout or an abort above; rejecting a settled promise has no effect.
    onResponseError: (_controller, error) => {
      end();
      reject(error);
    },
  });
  return promise;
}

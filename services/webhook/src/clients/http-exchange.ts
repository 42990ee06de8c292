import { type Dispatcher } from 'undici';

/** The whole answer did not come in time. */
export class TimeOverError extends Error {
  override readonly name = 'TimeOverError';
}

export interface ExchangeLimits {
  /** For all of it: connecting, the answer's head and its body. */
  readonly timeoutMs: number;
  /** Read of an answer's body at most; then the connection is cut. */
  readonly readBytes: number;
  /** Kept of it. */
  readonly keepBytes: number;
}

export interface Answer {
  readonly status: number;
  /** Its first bytes. */
  readonly start: Buffer;
}

/**
 * One request and the beginning of its answer. By a handler of its own, because the streams and signals
 * of an ordinary request cost as much as all the rest of a delivery.
 * @throws TimeOverError, or what the connection failed of
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, readBytes, keepBytes }: ExchangeLimits,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const kept: Buffer[] = [];
  let [status, bytes, isOver] = [0, 0, false];
  let controller: Dispatcher.DispatchController | undefined;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(() => {
    const late = new TimeOverError('No complete answer in time');
    end();
    reject(late);
    controller?.abort(late);
  }, timeoutMs);

  dispatcher.dispatch(request, {
    onRequestStart: (begun) => {
      controller = begun;
      if (isOver) begun.abort(new TimeOverError('No connection in time'));
    },
    onResponseStart: (_begun, code) => {
      status = code;
    },
    onResponseData: (begun, chunk) => {
      if (bytes < keepBytes) kept.push(chunk.subarray(0, keepBytes - bytes));
      bytes += chunk.length;
      if (isOver || bytes < readBytes) return;
      end();
      resolve({ status, start: Buffer.concat(kept) });
      begun.abort(new Error('Enough was read'));
    },
    onResponseEnd: () => {
      end();
      resolve({ status, start: Buffer.concat(kept) });
    },
    // Also after an end of our own, where it changes nothing any more.
    onResponseError: (_begun, error) => {
      end();
      reject(error);
    },
  });
  return promise;
}

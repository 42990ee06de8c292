import type { EndedSpan } from './span-facts.ts';

/** Hands spans to a collector; `done` gets the error of a failed attempt. */
export type SendSpans = (
  spans: readonly EndedSpan[],
  done: (result: { readonly code: number; readonly error?: Error }) => void,
) => void;

/** Why spans are lost. */
export type LossReason = 'queue_full' | 'not_accepted';

export interface ExportQueueOptions {
  readonly send: SendSpans;
  readonly onExported: (spans: number) => void;
  /** @param error of the collector; undefined where the queue is full */
  readonly onLost: (reason: LossReason, spans: number, error?: Error) => void;
  /** Spans that may wait; further ones are lost. Default 2,048, about 4 MB. */
  readonly maxQueued?: number;
  /** How long spans are gathered, ms; default 2,000. */
  readonly everyMs?: number;
}

/** Spans on their way to the collector. */
export interface ExportQueue {
  /** Never waits and never throws. */
  readonly take: (spans: readonly EndedSpan[]) => void;
  /** Sends what waits, for at most so long. Never rejects. */
  readonly close: (maxMs: number) => Promise<void>;
}

const PER_EXPORT = 512;
const EXPORTED = 0;

/** Sends spans in batches, one at a time. A collector that is away or slow delays nothing: spans are lost and counted. */
export function openExportQueue(options: ExportQueueOptions): ExportQueue {
  const { send, onExported, onLost, maxQueued = 2_048, everyMs = 2_000 } = options;
  let queue: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const sendBatch = (): Promise<void> => {
    const batch = queue.splice(0, PER_EXPORT);
    return new Promise((resolve) => {
      send(batch, ({ code, error }) => {
        if (code === EXPORTED) onExported(batch.length);
        else onLost('not_accepted', batch.length, error);
        resolve();
      });
    });
  };
  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) await sendBatch();
    sending = undefined;
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll();
    return sending;
  };
  const flushSoon = (): void => {
    if (queue.length >= PER_EXPORT) void flush();
    else timer ??= setTimeout(() => void flush(), everyMs).unref();
  };

  return {
    take: (spans) => {
      if (queue.length + spans.length > maxQueued) {
        onLost('queue_full', spans.length);
        return;
      }
      queue.push(...spans);
      if (sending === undefined) flushSoon();
    },
    close: async (maxMs) => {
      const late = AbortSignal.timeout(maxMs);
      const over = new Promise<void>((resolve) => {
        late.addEventListener('abort', () => {
          resolve();
        });
      });
      await Promise.race([flush(), over]);
      queue = [];
    },
  };
}

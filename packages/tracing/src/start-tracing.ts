import { tracing } from './current.ts';
import { type LossReason, openExportQueue, type SendSpans } from './export-queue.ts';
import { Recorder } from './recorder.ts';

export interface TracingOptions {
  /** The collector's address, to which /v1/traces is added; undefined switches tracing off. */
  readonly endpoint: string | undefined;
  /** Of each request to the collector, such as its authorization. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The part of the traces that is kept without a reason, from 0 to 1. */
  readonly ratio: number;
  /** Of the process: `service.name` and others. */
  readonly resource: Readonly<Record<string, string>>;
  readonly onExported: (spans: number) => void;
  readonly onLost: (reason: LossReason, spans: number, error?: Error) => void;
}

/** Ends tracing. */
export interface RunningTracing {
  /** Sends what waits, for at most two seconds. Never rejects. */
  close(): Promise<void>;
}

const CLOSE_MS = 2_000;
/** A collector that takes longer gets the next spans later; nothing waits for it. */
const EXPORT_TIMEOUT_MS = 3_000;

const off: RunningTracing = { close: () => Promise.resolve() };

/**
 * Starts to record the spans of this process, one time in a process. Without an endpoint it does nothing, and
 * nothing of OpenTelemetry is loaded.
 */
export async function startTracing(options: TracingOptions): Promise<RunningTracing> {
  const { endpoint, headers = {}, ratio, resource, onExported, onLost } = options;
  if (endpoint === undefined) return off;
  const [{ OTLPTraceExporter }, { createSdkSpans }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('./sdk-spans.ts'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sdkSpanOf = createSdkSpans(resource);
  const send: SendSpans = (spans, done) => {
    exporter.export(spans.map(sdkSpanOf), done);
  };
  const queue = openExportQueue({ send, onExported, onLost });
  tracing.recorder = new Recorder({ ratio, take: queue.take });
  return {
    close: async () => {
      tracing.recorder = undefined;
      await queue.close(CLOSE_MS);
      // It would wait for requests that are repeated.
      exporter.shutdown().catch(() => undefined);
    },
  };
}

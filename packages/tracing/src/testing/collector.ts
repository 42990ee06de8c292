import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  /** OTLP's number: 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace in our system. */
  readonly parentSpanId: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly links?: CollectedSpan['links'];
  readonly status?: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const NANOS_PER_MS = 1e6;
const ERROR = 2;

const attributesOf = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spanOf = (service: string, span: OtlpSpan): CollectedSpan => ({
  service,
  name: span.name,
  kind: span.kind,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  links: span.links ?? [],
  attributes: attributesOf(span.attributes),
  startMs: Number(span.startTimeUnixNano) / NANOS_PER_MS,
  endMs: Number(span.endTimeUnixNano) / NANOS_PER_MS,
  failed: span.status?.code === ERROR,
});

const spansOf = ({ resourceSpans }: OtlpRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(service, span)));
  });

/** The spans whose parent is not among them. */
export function orphansOf(
  spans: readonly CollectedSpan[],
  known: ReadonlySet<string> = new Set(),
): CollectedSpan[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(
    ({ parentSpanId: parent }) => parent !== '' && !ids.has(parent) && !known.has(parent),
  );
}

type Selection = Partial<Pick<CollectedSpan, 'traceId' | 'name'>>;

/** Reads the spans that a collector of another process has. @param endpoint of the collector */
export async function fetchSpans(
  endpoint: string,
  selection: Selection = {},
): Promise<CollectedSpan[]> {
  const answer = await fetch(`${endpoint}/spans?${String(new URLSearchParams(selection))}`);
  return (await answer.json()) as CollectedSpan[];
}

/** The spans that have all values of a query such as `name=publish+outbox`. */
function select(spans: readonly CollectedSpan[], query: string): CollectedSpan[] {
  const values = [...new URLSearchParams(query)] as [keyof Selection, string][];
  return spans.filter((span) => values.every(([field, value]) => span[field] === value));
}

/** A collector that takes traces by OTLP over HTTP, and keeps them in memory. */
export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT, and for `fetchSpans`. */
  readonly endpoint: string;
  readonly spans: () => readonly CollectedSpan[];
  /** Answers every request with this status from here on. */
  readonly answerWith: (status: number) => void;
  readonly close: () => Promise<void>;
}

/** Starts a collector on a free port of this machine. */
export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let status = 200;
  const server = createServer((req, res) => {
    const [path, query = ''] = req.url?.split('?') ?? [];
    if (path === '/spans') {
      res.end(JSON.stringify(select(spans, query)));
      return;
    }
    text(req).then(
      (body) => {
        if (status === 200 && path === '/v1/traces') {
          spans.push(...spansOf(JSON.parse(body) as OtlpRequest));
        }
        res.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      },
      () => res.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${String(port)}`,
    spans: () => spans,
    answerWith: (next) => {
      status = next;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

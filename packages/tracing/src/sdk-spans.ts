import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { definedOnly, type EndedSpan, type SpanFacts } from './span-facts.ts';
import { readTraceparent, type TraceParent } from './traceparent.ts';

const kinds: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};

const contextOf = ({ traceId, spanId }: TraceParent) => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

/** A parent that no collector gets is a link, so that its child is no orphan. */
function causesOf({ facts, parent }: EndedSpan) {
  const links = (facts.links ?? []).flatMap((link) => readTraceparent(link) ?? []);
  const isLost = parent?.isKept === false;
  return {
    parent: isLost ? undefined : parent,
    links: (isLost ? [...links, parent] : links).map((link) => ({ context: contextOf(link) })),
  };
}

/**
 * Makes OpenTelemetry's spans of those that are exported; the others are never made.
 * @param resource of the process, such as the name of its service
 */
export function createSdkSpans(
  resource: Readonly<Record<string, string>>,
): (span: EndedSpan) => ReadableSpan {
  let current: TraceParent | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => current?.traceId ?? '',
      generateSpanId: () => current?.spanId ?? '',
    },
  });
  const tracer = provider.getTracer('tributary');
  return (ended) => {
    current = ended;
    return sdkSpanOf(tracer, ended);
  };
}

function sdkSpanOf(tracer: Tracer, ended: EndedSpan): ReadableSpan {
  const { facts, startedAt, endedAt, outcome } = ended;
  const { parent, links } = causesOf(ended);
  const context = parent && trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
  const attributes = definedOnly({ ...facts.attributes, ...outcome.attributes });
  const options = { kind: kinds[facts.kind], attributes, links, startTime: startedAt };
  const span = tracer.startSpan(facts.name, options, context ?? ROOT_CONTEXT);
  if (outcome.failure !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.failure });
  }
  span.end(endedAt);
  return span as unknown as ReadableSpan;
}

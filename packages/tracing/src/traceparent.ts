/** A span of another process, as W3C Trace Context names it. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the other process keeps the span. */
  readonly isKept: boolean;
}

const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;
const KEPT = 1;

/** Reads a `traceparent` header; undefined where there is none, or it is not valid. */
export function readTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string') return undefined;
  const match = TRACE_PARENT.exec(header);
  if (match === null) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  return { traceId, spanId, isKept: (Number.parseInt(flags, 16) & KEPT) === KEPT };
}

/** The `traceparent` header of a span. */
export const writeTraceparent = ({ traceId, spanId, isKept }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isKept ? '01' : '00'}`;

/** Whether a header names a span that its process keeps, without reading the rest of it. */
export const isKeptTraceparent = (header: unknown): header is string =>
  readTraceparent(header)?.isKept === true;

import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { currentContext } from '@tributary/context';
import { type AdmitFailure, OpenSpan } from './open-span.ts';
import { definedOnly, type SpanFacts } from './span-facts.ts';
import { SpanTree, type TakeSpans } from './span-tree.ts';
import { readTraceparent, type TraceParent } from './traceparent.ts';

/** What a process records spans with. */
export interface RecorderOptions {
  /** Of the process, such as the name of its service. */
  readonly resource: Readonly<Record<string, string>>;
  /** The part of the traces that is kept without a reason, from 0 to 1. */
  readonly ratio: number;
  readonly take: TakeSpans;
  readonly random?: () => number;
}

const kinds: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};

/** In an outage everything fails: more traces would show nothing new. */
const FAILURES_PER_SECOND = 10;

/** Admits so many failures a second. */
function openFailureLimit(): AdmitFailure {
  let second = 0;
  let admitted = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) {
      second = now;
      admitted = 0;
    }
    admitted += 1;
    return admitted <= FAILURES_PER_SECOND;
  };
}

const contextOf = ({ traceId, spanId }: TraceParent) => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

const linksOf = (links: readonly string[]) =>
  links.flatMap((link) => {
    const parent = readTraceparent(link);
    return parent === undefined ? [] : [{ context: contextOf(parent) }];
  });

/** Starts the spans of a process, and decides which traces are kept. */
export class Recorder {
  readonly #tracer: Tracer;
  readonly #options: RecorderOptions;
  readonly #random: () => number;
  readonly #admitFailure = openFailureLimit();

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    // Which spans are exported is decided when their unit of work ends, or earlier where the trace is kept.
    const provider = new TracerProvider({
      resource: resourceFromAttributes(options.resource),
      sampler: new AlwaysOnSampler(),
    });
    this.#tracer = provider.getTracer('tributary');
  }

  /** Whether a trace that begins here is kept without a reason. Random, so that nobody can choose an id that is kept. */
  draws(): boolean {
    return this.#random() < this.#options.ratio;
  }

  /** Whether a failure that has no span yet is worth a trace. */
  admitsFailure(): boolean {
    return this.#admitFailure();
  }

  /** Starts a span as a child of the stated one, or of the current one, or as the first of a trace. */
  open(facts: SpanFacts): OpenSpan {
    if (facts.parent === undefined) {
      const current = currentContext()?.span;
      if (current instanceof OpenSpan) return this.#openChild(facts, current);
    }
    const parent = readTraceparent(facts.parent);
    const isKept = parent === undefined ? this.draws() : parent.isKept;
    return this.#openRoot(facts, parent, isKept);
  }

  /** Starts a unit of work at the edge: the caller's trace goes on, but the caller does not decide whether it is kept. */
  openAtEdge(facts: SpanFacts): OpenSpan {
    const parent = readTraceparent(facts.parent);
    return this.#openRoot(facts, parent && { ...parent, isKept: true }, this.draws());
  }

  #openChild(facts: SpanFacts, parent: OpenSpan): OpenSpan {
    const { tree } = parent;
    if (facts.keep === true) tree.keep();
    // Its parent stands for it.
    if (!tree.admits()) return new UncountedSpan(parent);
    const span = this.#start(facts, trace.setSpan(ROOT_CONTEXT, parent.span));
    return new OpenSpan({
      span,
      tree,
      isRoot: false,
      isDetached: false,
      admitFailure: this.#admitFailure,
    });
  }

  #openRoot(facts: SpanFacts, parent: TraceParent | undefined, isKept: boolean): OpenSpan {
    const context =
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
    return new OpenSpan({
      span: this.#start(facts, context),
      tree: new SpanTree(this.#options.take, isKept || facts.keep === true),
      isRoot: true,
      isDetached: parent?.isKept === false,
      admitFailure: this.#admitFailure,
    });
  }

  #start(
    { name, kind, attributes, links, startedAt }: SpanFacts,
    context: typeof ROOT_CONTEXT,
  ): Span {
    return this.#tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        ...(attributes === undefined ? {} : { attributes: definedOnly(attributes) }),
        ...(links === undefined ? {} : { links: linksOf(links) }),
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
      },
      context,
    );
  }
}

/** Stands for the spans of a unit of work that has too many. */
class UncountedSpan extends OpenSpan {
  constructor(parent: OpenSpan) {
    super({
      span: parent.span,
      tree: parent.tree,
      isRoot: false,
      isDetached: false,
      admitFailure: () => false,
    });
  }

  override end(): void {
    // The span that it stands for ends by itself.
  }
}

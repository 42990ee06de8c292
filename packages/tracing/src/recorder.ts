import { currentContext } from '@tributary/context';
import { OpenSpan, UncountedSpan } from './open-span.ts';
import type { SpanFacts } from './span-facts.ts';
import { SpanTree, type TakeSpans, type TreeOptions } from './span-tree.ts';
import { readTraceparent, type TraceParent } from './traceparent.ts';

/** What a process records spans with. */
export interface RecorderOptions {
  /** The part of the traces that is kept without a reason, from 0 to 1. */
  readonly ratio: number;
  readonly take: TakeSpans;
  readonly random?: () => number;
}

/** In an outage everything fails: more traces would show nothing new. */
const FAILURES_PER_SECOND = 10;

/** Admits so many failures a second. */
function openFailureLimit(): TreeOptions['admitFailure'] {
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

/** Starts the spans of a process, and decides which traces are kept. */
export class Recorder {
  readonly #trees: TreeOptions;
  readonly #ratio: number;
  readonly #random: () => number;

  constructor({ take, ratio, random = Math.random }: RecorderOptions) {
    this.#trees = { take, admitFailure: openFailureLimit() };
    this.#ratio = ratio;
    this.#random = random;
  }

  /** Whether a trace that begins here is kept without a reason. Random, so that nobody can choose an id that is kept. */
  draws(): boolean {
    return this.#random() < this.#ratio;
  }

  /** Whether a failure that has no span yet is worth a trace. */
  admitsFailure(): boolean {
    return this.#trees.admitFailure();
  }

  /** Starts a span as a child of the stated one, or of the current one, or as the first of a trace. */
  open(facts: SpanFacts): OpenSpan {
    if (facts.parent === undefined) {
      const current = currentContext()?.span;
      if (current instanceof OpenSpan) return openChild(facts, current);
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

  #openRoot(facts: SpanFacts, parent: TraceParent | undefined, isKept: boolean): OpenSpan {
    return new OpenSpan(facts, new SpanTree(this.#trees, parent, isKept || facts.keep === true));
  }
}

function openChild(facts: SpanFacts, parent: OpenSpan): OpenSpan {
  const { tree } = parent;
  if (facts.keep === true) tree.keep();
  return tree.admits() ? new OpenSpan(facts, tree, parent) : new UncountedSpan(facts, parent);
}

/** CPU that things of one sort need at a station, µs. */
export interface Demand {
  /** What is handled together. */
  readonly sort: string;
  readonly thingMicros: number;
  readonly batchMicros: number;
  /** The least number of things that share what a batch costs. */
  readonly together: number;
  /** The greatest. */
  readonly atMost: number;
}

/** One thing at a station. */
export interface Work {
  readonly station: Station;
  readonly demand: Demand;
  /** By which its CPU differs from the mean. */
  readonly size: number;
  readonly then: (atS: number) => void;
}

/** A thread, as the kernel's scheduler knows it. */
interface Thread {
  readonly station: Station;
  works: readonly Work[];
  /** CPU that its batch still needs, µs; 0 while it waits for work. */
  left: number;
}

/** An instance that takes work from its queue: all that waits there, as one batch. */
export interface Station {
  readonly threads: readonly Thread[];
  /** Of the scheduler: who weighs twice as much gets twice the time. */
  readonly weight: number;
  readonly queue: Work[];
  /** CPU that it had by its weight, µs: cores go to those that had least. */
  used: number;
  /** CPU that it had, µs. */
  micros: number;
}

/** So many things are handled together at most. */
const LARGEST_BATCH = 100;
/** How long a thread runs while others wait, µs. */
const SLICE_MICROS = 3_000;
/** By how much a thread that had slept goes before those that ran. */
const WAKE_CREDIT_MICROS = 6_000;
/** Below this a batch is done, µs. */
const ROUNDING = 1e-3;

export function newStation(threadCount: number, weight: number): Station {
  const threads: Thread[] = [];
  const station = { threads, weight, queue: [], used: 0, micros: 0 };
  for (let count = 0; count < threadCount; count += 1)
    threads.push({ station, works: [], left: 0 });
  return station;
}

/** Takes the first thing of a queue and what waits of its sort. */
function takeBatch(queue: Work[]): Work[] {
  const [first] = queue;
  const isOther = ({ demand }: Work): boolean => demand.sort !== first?.demand.sort;
  const taken = queue.filter((work) => !isOther(work)).slice(0, LARGEST_BATCH);
  const chosen = new Set(taken);
  queue.splice(0, queue.length, ...queue.filter((work) => !chosen.has(work)));
  return taken;
}

/** CPU of things that are handled together, µs. */
function microsOf(works: readonly Work[]): number {
  const ofOne = ({ thingMicros, batchMicros, together, atMost }: Demand): number =>
    thingMicros + batchMicros / Math.min(atMost, Math.max(works.length, together));
  return works.reduce((sum, { size, demand }) => sum + size * ofOne(demand), 0);
}

const least = (threads: Iterable<Thread>): Thread | undefined => {
  let found: Thread | undefined;
  for (const thread of threads)
    if (found === undefined || thread.station.used < found.station.used) found = thread;
  return found;
};

/** Cores that are given to the threads that had least of them, for a slice at a time. */
export class Cores {
  private readonly count: number;
  /** Those that run now, with the end of their slices. */
  private readonly running = new Map<Thread, number>();
  private readonly waiting = new Set<Thread>();
  private nowS = 0;
  /** What the thread had that was scheduled last, µs. */
  private floor = 0;

  constructor(count: number) {
    this.count = count;
  }

  add(work: Work): void {
    const { station } = work;
    station.queue.push(work);
    const free = station.threads.find((thread) => thread.works.length === 0);
    if (free !== undefined) this.wake(free);
  }

  /** When a batch is done or a slice ends next, s. */
  nextS(): number {
    let next = Infinity;
    for (const [{ left }, endS] of this.running)
      next = Math.min(
        next,
        this.nowS + left / 1e6,
        this.waiting.size > 0 ? Math.max(this.nowS, endS) : Infinity,
      );
    return next;
  }

  /** Lets time pass until `untilS`, which is not after `nextS`. */
  advance(untilS: number): void {
    const passed = (untilS - this.nowS) * 1e6;
    this.nowS = untilS;
    const ended: Work[] = [];
    for (const [thread, endS] of this.running) {
      thread.left -= passed;
      thread.station.used += passed / thread.station.weight;
      thread.station.micros += passed;
      if (thread.left <= ROUNDING) ended.push(...this.finish(thread));
      else if (endS <= untilS && this.waiting.size > 0) this.setAside(thread);
    }
    this.fill();
    for (const { then } of ended) then(untilS);
  }

  /** @returns the works that are done */
  private finish(thread: Thread): readonly Work[] {
    const { works } = thread;
    this.running.delete(thread);
    thread.works = [];
    thread.left = 0;
    if (thread.station.queue.length > 0) this.take(thread);
    return works;
  }

  private setAside(thread: Thread): void {
    this.running.delete(thread);
    this.waiting.add(thread);
  }

  private take(thread: Thread): void {
    const { station } = thread;
    thread.works = takeBatch(station.queue);
    thread.left = microsOf(thread.works);
    this.waiting.add(thread);
  }

  /** A thread that slept has not saved up time, but goes before those that ran. */
  private wake(thread: Thread): void {
    const { station } = thread;
    station.used = Math.max(station.used, this.floor - WAKE_CREDIT_MICROS / station.weight);
    this.take(thread);
    if (this.running.size === this.count) this.preempt(thread);
    this.fill();
  }

  private preempt(thread: Thread): void {
    let most: Thread | undefined;
    for (const one of this.running.keys())
      if (most === undefined || one.station.used > most.station.used) most = one;
    if (most !== undefined && most.station.used > thread.station.used + SLICE_MICROS / 3)
      this.setAside(most);
  }

  private fill(): void {
    while (this.running.size < this.count) {
      const next = least(this.waiting);
      if (next === undefined) return;
      this.waiting.delete(next);
      this.floor = Math.max(this.floor, next.station.used);
      this.running.set(next, this.nowS + SLICE_MICROS / 1e6);
    }
  }
}

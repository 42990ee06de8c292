import { type Kind } from './measurements.ts';

/** A process on the way of a thing, and the part of its work that is done there. */
type Visit = readonly [process: string, share: number];

/** The way of one kind of thing. What other processes do comes after it, and nothing waits for them. */
export interface Path {
  /** Until the answer, or until the arrival of a delivery. */
  readonly answer: readonly Visit[];
  /** From there until the effect: stored, assessed. */
  readonly effect: readonly Visit[];
}

/** A process that calls MongoDB so many times, one call after the other, with its part of MongoDB's work. */
const calling = (process: string, calls: number, share: number): readonly Visit[] =>
  Array.from({ length: calls }).flatMap((): readonly Visit[] => [
    [process, 1 / calls],
    ['MongoDB', share / calls],
  ]);

/** docs/architecture.md draws them. Calls, and how engines share their work between answer and effect, are estimated. */
export const paths: Readonly<Record<Kind, Path>> = {
  click: {
    answer: [
      ['clients', 1],
      ['gateway', 1],
      ['tracking', 1],
      ['Redis', 1],
      ['Kafka', 0.5],
    ],
    effect: [
      ['Kafka', 0.5],
      ['tracking-worker', 1],
      ['MongoDB', 0.7],
    ],
  },
  order: {
    answer: [['clients', 1], ['gateway', 1], ...calling('tracking', 6, 0.3)],
    effect: [
      ['tracking-worker', 1],
      ['Kafka', 1],
      ['attribution-worker', 1],
      ['MongoDB', 0.3],
    ],
  },
  approval: {
    answer: [
      ['clients', 1],
      ['gateway', 1],
      ...calling('tracking', 8, 0.3),
      ...calling('commission', 10, 0.3),
    ],
    effect: [],
  },
  delivery: {
    answer: [['Kafka', 0.5], ...calling('webhook', 12, 0.5), ['clients', 1]],
    effect: [],
  },
  report: {
    answer: [['clients', 1], ['gateway', 1], ...calling('analytics', 2, 1)],
    effect: [],
  },
};

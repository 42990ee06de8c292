import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@tributary/units';
import type { TopicMoves } from './port.ts';

/**
 * After this long every relay knows of a new version: what it knows is 15 s old at most, and one attempt to send takes
 * 18 s at most.
 */
const HOLD_MS = 45 * SECOND_MS;
const POLL_MS = SECOND_MS;

interface TopicMove {
  readonly topic: string;
  readonly partitions: number;
  /** How long writers have to learn of it, ms. */
  readonly holdMs?: number;
  /** How long groups have to handle what is left, ms; default ten minutes. */
  readonly drainMs?: number;
  readonly report: (line: string) => void;
}

const DRAIN_MS = 600 * SECOND_MS;

/** Creates the new version, unless one that was begun waits already. @throws where it would not be larger */
async function begin(moves: TopicMoves, { topic, partitions, report }: TopicMove): Promise<void> {
  const newest = (await moves.list(topic)).at(-1);
  if (newest === undefined) throw new Error(`There is no topic ${topic}`);
  if (!newest.isOpen) {
    if (newest.partitions === partitions) return;
    const begun = `version ${String(newest.version)} with ${String(newest.partitions)} partitions`;
    throw new Error(`${topic} is being moved to ${begun}: finish that move, or cancel it`);
  }
  if (partitions <= newest.partitions) {
    throw new Error(`${topic} has ${String(newest.partitions)} partitions already`);
  }
  await moves.add(topic, partitions);
  report(`${topic} has version ${String(newest.version + 1)}; its events wait in the outboxes`);
}

async function drain(moves: TopicMoves, move: TopicMove): Promise<void> {
  const until = performance.now() + (move.drainMs ?? DRAIN_MS);
  let reported = '';
  for (;;) {
    const behind = (await moves.behind(move.topic)).join(', ');
    if (behind === '') return;
    if (performance.now() > until) {
      throw new Error(
        `These groups have not handled all of ${move.topic}: ${behind}. Run their services, or delete a group whose service is gone, and repeat the command; cancel lets the events go on as before`,
      );
    }
    if (behind !== reported) move.report(`waiting for ${behind}`);
    reported = behind;
    await sleep(POLL_MS);
  }
}

/**
 * Moves a topic to more partitions while the system runs, without losing, doubling or reordering an event: a new
 * version is created, relays hold what is for the topic, every group handles what the versions before have, and
 * then relays go on in the new version. It can be repeated after a crash at any step.
 * @throws Error where groups do not get ready in time; the topic then waits for a repetition, or for `cancelMove`
 */
export async function moveTopic(moves: TopicMoves, move: TopicMove): Promise<void> {
  await begin(moves, move);
  await sleep(move.holdMs ?? HOLD_MS);
  await drain(moves, move);
  await moves.open(move.topic);
  move.report(`${move.topic} goes on in ${String(move.partitions)} partitions`);
}

/** Deletes the new version of a move that has not ended, so that relays go on as before. Returns whether there was one. */
export async function cancelMove(moves: TopicMoves, topic: string): Promise<boolean> {
  const versions = await moves.list(topic);
  const newest = versions.at(-1);
  if (newest === undefined || newest.isOpen || versions.length < 2) return false;
  await moves.remove(topic, newest.version);
  return true;
}

/** Deletes versions before the newest whose records have all expired. Returns their numbers. */
export async function removeEmptied(moves: TopicMoves, topic: string): Promise<number[]> {
  const versions = await moves.list(topic);
  if (versions.at(-1)?.isOpen !== true) return [];
  const emptied = versions.slice(0, -1).filter(({ records }) => records === 0n);
  for (const { version } of emptied) await moves.remove(topic, version);
  return emptied.map(({ version }) => version);
}

import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '@tributary/context';
import { type Deps } from '../../deps.ts';
import { decideAfterAttempt, isSuccess } from '../../domain/delivery.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import {
  decideHealth,
  healthy,
  isTripped,
  type LaneHealth,
  troubleOf,
  type Warning,
} from '../../domain/lane.ts';
import { SWITCHED_OFF } from '../../domain/new-delivery.ts';
import { countEnded } from '../../lanes/end-deliveries.ts';
import { type DeliveryRow, type LaneRow } from '../../store/collections.ts';
import { type LaneStanding } from '../../store/lane-store.ts';
import { type Recorder } from './recorder.ts';

/** A leased lane at work. */
export interface RunningLane {
  readonly id: string;
  /** How it has fared so far. */
  standing(): LaneStanding;
  /** Takes on nothing more: the endpoint changed, or the process stops. */
  stop(): void;
  /** The lease was lost: somebody else has the lane, and nothing is written to it any more. */
  lose(): void;
  /** The revision of the endpoint it sends to. */
  revision: number | undefined;
  readonly ended: Promise<void>;
}

interface Work {
  readonly id: string;
  readonly owner: string;
  health: LaneHealth;
  resets: number;
  /** The warning that this run has given; the endpoint may have been read before. */
  warning: Warning | undefined;
  isStopped: boolean;
  isLost: boolean;
  /** Attempted deliveries whose attempt is not saved yet: they look due, and are not. */
  readonly unsaved: Map<string, Promise<void>>;
}

/** Deliveries fetched at a time: few, so that a change of the endpoint is soon seen. */
const FETCHED = 64;
/** Saving may lag behind sending by so many. */
const UNSAVED_AT_MOST = 256;
/** Between two attempts at an endpoint that is down. */
const TRICKLE_MS = 100;
/** So long does a lane whose endpoint is down keep its place while others may wait for one. */
const YIELD_AFTER_MS = 1_000;

/** Works through what is due at one endpoint, then leaves the lane until more is due. */
export function runLane(deps: Deps, recorder: Recorder, lane: LaneRow, owner: string): RunningLane {
  const { _id: id, failuresInRow, failingSince, resets } = lane;
  const work: Work = {
    id,
    owner,
    health: { failuresInRow, failingSince },
    resets,
    warning: undefined,
    isStopped: false,
    isLost: false,
    unsaved: new Map(),
  };
  const running = {
    id,
    standing: () => standingOf(work),
    stop: () => {
      work.isStopped = true;
    },
    lose: () => {
      work.isLost = true;
      work.isStopped = true;
    },
    revision: undefined as number | undefined,
    ended: Promise.resolve(),
  };
  const unwatch = deps.interrupts.watch(id, running.stop);
  running.ended = workThrough(deps, recorder, work, running)
    .catch((error: unknown) => {
      // The lease runs out, and the lane's work is found again.
      deps.log.warn({ err: error, endpointId: work.id }, 'a lane stopped early');
    })
    .finally(unwatch);
  return running;
}

async function workThrough(
  deps: Deps,
  recorder: Recorder,
  work: Work,
  running: { revision: number | undefined },
): Promise<void> {
  for (;;) {
    const { lane, endpoint, due } = await lookAt(deps, work);
    if (lane?.owner !== work.owner) return;
    if (endpoint === undefined) return deps.lanes.remove(work.id);
    running.revision = endpoint.revision;
    mindReset(work, lane);
    if (maySend(work, endpoint, due)) {
      await sendAll(deps, recorder, work, { endpoint, due });
      if (isTripped(work.health)) return giveUp(deps, work);
      if (work.unsaved.size >= UNSAVED_AT_MOST) await allSaved(work);
      continue;
    }
    // What was sent must be known to have been sent before the lane is left.
    await allSaved(work);
    if (!endpoint.active) await endAll(deps, work.id);
    if (await leave(deps, work, lane)) return;
  }
}

const standingOf = ({ id, owner, resets, health }: Work): LaneStanding => ({
  id,
  owner,
  resets,
  health,
});

/** Where the owner has put the endpoint in order, what this run knows of it counts no more. */
function mindReset(work: Work, { resets }: LaneRow): void {
  if (resets === work.resets) return;
  work.resets = resets;
  work.health = healthy;
  work.warning = undefined;
}

const maySend = (work: Work, endpoint: Endpoint, due: readonly DeliveryRow[]): boolean =>
  endpoint.active && due.length > 0 && !work.isStopped;

/** The lane, its endpoint, and what is due and not yet in hand. */
async function lookAt(deps: Deps, work: Work) {
  const now = deps.clock.now();
  // As it is before the look: what is saved while the look is under way may still show as due in it.
  const inHand = new Set(work.unsaved.keys());
  const [lane, endpoint, rows] = await Promise.all([
    deps.lanes.find(work.id),
    deps.endpoints.find(work.id),
    work.isStopped ? [] : deps.deliveries.listDue(work.id, now, FETCHED + inHand.size),
  ]);
  return { lane, endpoint, due: rows.filter(({ _id }) => !inHand.has(_id)) };
}

/** A transaction for every few: what has piled up may be a lot. */
async function endAll(deps: Deps, endpointId: string): Promise<void> {
  for (;;) {
    const ended = await deps.transaction(({ deliveries }) =>
      deliveries.endSome(endpointId, SWITCHED_OFF),
    );
    if (ended.length === 0) return;
    await countEnded(deps, ended);
  }
}

async function allSaved(work: Work): Promise<void> {
  await Promise.all(work.unsaved.values());
}

/** False when more came in the meantime. */
async function leave(deps: Deps, work: Work, lane: LaneRow): Promise<boolean> {
  if (work.isLost) return true;
  if (work.isStopped) {
    await giveUp(deps, work);
    return true;
  }
  const next = await deps.deliveries.findNextDue(work.id);
  return deps.lanes.release({ ...lane, owner: work.owner }, next, work.health);
}

/** Leaves the lane to whoever takes it next, with what is due in it. */
async function giveUp(deps: Deps, work: Work): Promise<void> {
  await allSaved(work);
  if (work.isLost) return;
  await deps.lanes.abandon(standingOf(work), deps.clock.now());
  deps.lanesNudge.ring();
}

interface Batch {
  readonly endpoint: Endpoint;
  readonly due: readonly DeliveryRow[];
}

/** Sends what was fetched, some at a time. Saving what came of it goes on behind. */
async function sendAll(deps: Deps, recorder: Recorder, work: Work, batch: Batch): Promise<void> {
  const rows = batch.due.values();
  const yieldAt = performance.now() + YIELD_AFTER_MS;
  const sendSome = async (slot: number): Promise<void> => {
    for (const row of rows) {
      if (work.isStopped) return;
      await sendOne(deps, recorder, work, { endpoint: batch.endpoint, row });
      if (!isTripped(work.health)) continue;
      // Down: one at a time, slowly, so that it costs the others next to nothing.
      if (slot > 0) return;
      await pause(TRICKLE_MS);
      if (performance.now() >= yieldAt) return;
    }
  };
  const width = isTripped(work.health) ? 1 : deps.config.WEBHOOK_IN_FLIGHT_PER_ENDPOINT;
  await Promise.all(Array.from({ length: width }, (_, slot) => sendSome(slot)));
}

interface Shipment {
  readonly endpoint: Endpoint;
  readonly row: DeliveryRow;
}

/** Resolves when the attempt is over; its saving is among the work's `unsaved` then. */
async function sendOne(
  deps: Deps,
  recorder: Recorder,
  work: Work,
  { endpoint, row }: Shipment,
): Promise<void> {
  const { correlationId } = row;
  const at = deps.clock.now();
  const result = await runWithContext({ correlationId }, () => deps.attempt(endpoint, row, at));
  // Cut by the stop of this process, or somebody else's by now: it is tried again, not counted.
  if (work.isLost) return;
  const now = deps.clock.now();
  const policy = {
    baseMs: deps.config.WEBHOOK_RETRY_BASE_SECONDS * 1000,
    random: deps.random(),
  };
  const { endpointGone, ...after } = decideAfterAttempt(row.attempts, result, policy, now);
  work.health = decideHealth(work.health, isSuccess(result), now);
  const warning = work.warning ?? endpoint.warning;
  const trouble = troubleOf(work.health, { isGone: endpointGone, warning }, now);
  if (trouble?.kind === 'warning') work.warning = trouble;
  else if (trouble !== undefined) work.isStopped = true;
  const { durationMs } = result;
  const { _id: deliveryId, endpointId, ownerId, eventType, createdAt, isTest } = row;
  const facts = { deliveryId, endpointId, eventType, at, durationMs };
  deps.observeAttempt({ ...facts, createdAt, correlationId, after });
  const saved = recorder.record({
    ...after,
    ...facts,
    ownerId,
    ...(isTest === undefined ? {} : { isTest }),
    ...(trouble === undefined ? {} : { trouble }),
  });
  work.unsaved.set(deliveryId, saved);
  saved.then(
    () => work.unsaved.delete(deliveryId),
    // Left there, for whoever waits for all to be saved.
    () => undefined,
  );
}

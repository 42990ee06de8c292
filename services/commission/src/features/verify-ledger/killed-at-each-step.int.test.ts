import { spawn } from 'node:child_process';
import { randomInt, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import mongoose from 'mongoose';
import type { AdjustedConversion, ReviewedConversion } from '@tributary/contracts';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import type { Stop, Stopped, Transition } from '../../testing/dying-service.ts';
import { changeOf, undoIdOf } from '../../testing/changes-client.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const program = path.join(import.meta.dirname, '../../testing/dying-service.ts');
/** The parent's own workers must not run the transitions that the child is killed in. */
const NEVER = '1000000000';
/** More steps than any transition has. */
const MAX_STEPS = 42;
/** The steps of which one process is killed at every second one. */
const STEPS_PER_PROCESS = 14;
/** Either the odd or the even steps: each run has half of them. */
const FIRST_STEP = 1 + randomInt(2);

let world: World;
beforeAll(async () => {
  world = await openWorld({ HOLD_CHECK_MS: NEVER, TIER_CHECK_MS: NEVER });
});
afterAll(() => world.close());

/** Stops each transition at its step, and kills the process when all have stopped. */
async function killAt(stops: readonly Stop[]): Promise<Stopped> {
  const child = spawn(process.execPath, [program]);
  child.stdin.end(JSON.stringify({ stops, env: world.env }));
  let printed = '';
  let errorOutput = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`The process was not killed: ${errorOutput}`);
  return JSON.parse(printed) as Stopped;
}

/** Aborts the transactions of the killed process at once, as the server would some seconds later. */
async function abortTransactions({ sessions }: Stopped): Promise<void> {
  const ids = sessions.map((id) => ({
    id: new mongoose.mongo.Binary(Buffer.from(id, 'base64'), mongoose.mongo.Binary.SUBTYPE_UUID),
  }));
  await world.service.platform.mongo.connection.getClient().db('admin').command({
    killSessions: ids,
  });
}

const terms = (holdDays: number) =>
  ({ type: 'percentage', value: '10', currency: 'USD', holdDays }) as const;

const refundOf = (approval: ReviewedConversion, refundedMinor: number): AdjustedConversion => ({
  ...approval,
  status: refundedMinor === approval.valueMinor ? 'reversed' : 'approved',
  refundedMinor,
  adjustmentId: randomUUIDv7(),
  adjustmentType: refundedMinor === approval.valueMinor ? 'refund' : 'partial_refund',
  adjustmentMinor: refundedMinor,
  refundId: null,
});

/** A transition, how to repeat it, and the balance expected in the end. */
interface Case {
  readonly transition: Transition;
  readonly again: () => Promise<unknown>;
  readonly affiliateId: string;
  readonly then: Readonly<Record<string, number>>;
}

/** An affiliate with one commission of 1,000, approved. */
async function earned() {
  const affiliateId = randomUUIDv7();
  const approval = anApprovedConversion({ affiliateId });
  const [created] = await world.create(approval);
  return { affiliateId, approval, commissionId: created?.commissionIds[0] ?? '' };
}

async function reserved(end?: 'settle') {
  const payoutId = randomUUIDv7();
  const { affiliateId, approval } = await earned();
  await world.reserve(affiliateId, 600, { payoutId, attempt: 1 });
  if (end === 'settle') await world.settle(payoutId);
  return { affiliateId, approval, payoutId };
}

async function refunds(): Promise<Case[]> {
  const [partly, wholly] = [await earned(), await reserved('settle')];
  const part = refundOf(partly.approval, 2_500);
  const whole = refundOf(wholly.approval, 10_000);
  return [
    {
      transition: { kind: 'adjust', adjusted: part },
      again: () => world.adjust(part),
      affiliateId: partly.affiliateId,
      then: { availableMinor: 750, paidMinor: 0 },
    },
    {
      transition: { kind: 'adjust', adjusted: whole },
      again: () => world.adjust(whole),
      affiliateId: wholly.affiliateId,
      then: { availableMinor: -600, paidMinor: 600 },
    },
  ];
}

async function payouts(): Promise<Case[]> {
  const fresh = await earned();
  const payoutId = randomUUIDv7();
  const request = { payoutId, amountMinor: 600, currency: 'USD', commissionIds: [], attempt: 1 };
  const [toSettle, toRelease, toRestore] = [
    await reserved(),
    await reserved(),
    await reserved('settle'),
  ];
  return [
    {
      transition: { kind: 'reserve', request: { ...request, affiliateId: fresh.affiliateId } },
      again: () => world.reserve(fresh.affiliateId, 600, { payoutId, attempt: 1 }),
      affiliateId: fresh.affiliateId,
      then: { availableMinor: 400, reservedMinor: 600 },
    },
    {
      transition: { kind: 'settle', payoutId: toSettle.payoutId },
      again: () => world.settle(toSettle.payoutId),
      affiliateId: toSettle.affiliateId,
      then: { availableMinor: 400, reservedMinor: 0, paidMinor: 600 },
    },
    {
      transition: { kind: 'release', payoutId: toRelease.payoutId },
      again: () => world.release(toRelease.payoutId, 1),
      affiliateId: toRelease.affiliateId,
      then: { availableMinor: 1_000, reservedMinor: 0 },
    },
    {
      transition: { kind: 'restore', payoutId: toRestore.payoutId },
      again: () => world.restore(toRestore.payoutId),
      affiliateId: toRestore.affiliateId,
      then: { availableMinor: 1_000, paidMinor: 0 },
    },
  ];
}

async function changes(): Promise<Case[]> {
  const [fresh, changed] = [await earned(), await earned()];
  const given = ({ approval }: typeof fresh, changeId: string) => {
    const weights = { [randomUUIDv7()]: 3, [approval.affiliateId ?? '']: 1 };
    return { changeId, conversions: [{ conversionId: approval.conversionId, weights }] };
  };
  const [applied, undone] = [given(fresh, randomUUIDv7()), given(changed, randomUUIDv7())];
  const { campaignId } = fresh.approval;
  const { conversionId, campaignId: ofChanged } = changed.approval;
  await world.applyChange(ofChanged, undone.changeId, ...undone.conversions);
  const undo = {
    changeId: undone.changeId,
    undoId: undoIdOf(undone.changeId),
    campaignId: ofChanged,
    conversionIds: [conversionId],
  };
  return [
    {
      transition: {
        kind: 'recredit',
        campaignId,
        change: changeOf(applied.changeId, applied.conversions),
      },
      again: () => world.applyChange(campaignId, applied.changeId, ...applied.conversions),
      affiliateId: fresh.affiliateId,
      then: { availableMinor: 250 },
    },
    {
      transition: { kind: 'undo', undo },
      again: () => world.undoChange(ofChanged, undone.changeId, conversionId),
      affiliateId: changed.affiliateId,
      then: { availableMinor: 1_000 },
    },
  ];
}

async function beginnings(): Promise<Case[]> {
  const affiliateId = randomUUIDv7();
  const approval = anApprovedConversion({ affiliateId });
  const taken = await earned();
  const { commissionId } = taken;
  const path = `/api/admin/commissions/${commissionId}/cancel`;
  return [
    {
      transition: { kind: 'create', approval },
      again: () => world.create(approval),
      affiliateId,
      then: { availableMinor: 1_000 },
    },
    {
      transition: { kind: 'cancel', commissionId },
      again: () => world.send('POST', path, { role: 'admin' }, { reason: 'x' }),
      affiliateId: taken.affiliateId,
      then: { availableMinor: 0 },
    },
  ];
}

async function aHold(): Promise<Case> {
  const affiliateId = randomUUIDv7();
  const reviewedAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
  const [created] = await world.create(
    anApprovedConversion({ affiliateId, terms: terms(1), reviewedAt }),
  );
  return {
    transition: { kind: 'hold', commissionId: created?.commissionIds[0] ?? '' },
    again: () => world.endHolds(),
    affiliateId,
    then: { pendingMinor: 0, availableMinor: 1_000 },
  };
}

const kinds = [
  ...['adjust', 'cancel', 'create', 'hold', 'recredit'],
  ...['release', 'reserve', 'restore', 'settle', 'undo'],
];

/** What makes cases of which kinds. */
const makers: readonly (readonly [readonly string[], () => Promise<Case[]>])[] = [
  [['hold'], async () => [await aHold()]],
  [['create', 'cancel'], beginnings],
  [['adjust'], refunds],
  [['recredit', 'undo'], changes],
  [['reserve', 'settle', 'release', 'restore'], payouts],
];

/** One transition of each of these kinds, each on an affiliate of its own. */
async function oneOfEach(wanted: ReadonlySet<string>): Promise<Case[]> {
  const needed = makers.filter(([kinds]) => kinds.some((kind) => wanted.has(kind)));
  const made = await Promise.all(needed.map(([, make]) => make()));
  return made.flat().filter(({ transition }) => wanted.has(transition.kind));
}

describe('a process killed', () => {
  it(`at every second step of any transition, from step ${String(FIRST_STEP)} on, leaves a balanced ledger, and the transition can be repeated`, async () => {
    const all: Case[] = [];
    const stops = new Map<string, Set<number>>();
    // Those that may have further steps.
    let longer = new Set(kinds);
    for (let first = FIRST_STEP; first <= MAX_STEPS; first += STEPS_PER_PROCESS) {
      const steps = Array.from({ length: STEPS_PER_PROCESS / 2 }, (_, at) => first + 2 * at);
      const cases = await Promise.all(
        steps.map(async (step) => (await oneOfEach(longer)).map((one) => ({ ...one, step }))),
      );
      const killed = await killAt(cases.flat());
      all.push(...cases.flat());
      const stopped = cases.flat().filter((_, index) => killed.isStopped[index]);
      for (const { transition, step } of stopped) {
        stops.set(transition.kind, (stops.get(transition.kind) ?? new Set()).add(step));
      }
      expect((await world.verify()).differences).toEqual([]);
      await abortTransactions(killed);
      const unfinished = stopped.filter(({ step }) => step === steps.at(-1));
      longer = new Set(unfinished.map(({ transition }) => transition.kind));
      if (longer.size === 0) break;
    }
    const redo = async ({ again, affiliateId, then }: Case): Promise<void> => {
      await eventually(() => again().then(() => true), { timeoutMs: 60_000 });
      await again();
      expect(await world.balance(affiliateId)).toMatchObject(then);
    };
    await Promise.all(all.map(redo));
    expect((await world.verify()).differences).toEqual([]);
    expect([...stops.keys()].sort()).toEqual(kinds);
    // Half of: balance, accounts, transaction, entries, commission, event, commit, and after the commit.
    for (const kind of kinds) expect(stops.get(kind)?.size).toBeGreaterThanOrEqual(4);
  }, 300_000);
});

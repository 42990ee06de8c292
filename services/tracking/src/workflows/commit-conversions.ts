import { setTimeout as sleep } from 'node:timers/promises';
import { currentContext, currentDeadline, runWithContext } from '@tributary/context';
import { type CampaignSnapshot, conversionTracked, type DomainEvent } from '@tributary/contracts';
import { isAppError, unavailable } from '@tributary/errors';
import { isDuplicateKey, type Outbox, type Transaction } from '@tributary/mongo';
import { createBatcher } from '@tributary/work';
import { capChanges } from '../domain/caps.ts';
import { type Conversion, snapshotOf } from '../domain/conversion.ts';
import { withNewCustomers } from '../domain/customers.ts';
import { hasConversionLimits } from '../domain/campaign-limits.ts';
import {
  type CommitPlan,
  ORDER_LOCKED,
  type Original,
  planCommit,
} from '../domain/order-deduplication.ts';
import { decideReplacement } from '../domain/replacement.ts';
import { decideWithdrawal, type Report } from '../domain/withdrawal.ts';
import { freezeTierBonuses } from '../domain/tier-bonuses.ts';
import { type KnownTiers } from '../domain/tiers.ts';
import { type CapStore } from '../store/cap-store.ts';
import { type ClaimStore } from '../store/claim-store.ts';
import { type ConversionStore } from '../store/conversion-store.ts';
import { type FindTiers } from '../store/tier-store.ts';
import { REPORT_TERMS } from './tracking-route.ts';

/** The result of a commit: the stored conversion, or the earlier conversion of the same order. */
export interface Committed {
  readonly isNew: boolean;
  readonly original: Original;
}

/** The stores of a commit. */
interface Scope {
  readonly conversions: ConversionStore;
  readonly caps: CapStore;
  readonly claims: ClaimStore;
}

type Storing = Scope & { readonly outbox: Outbox };

/** Stores something more with a conversion, in its transaction. */
export type Alongside = (stores: Storing, stored: Conversion) => Promise<void>;

interface Entry {
  readonly conversion: Conversion;
  readonly campaign: CampaignSnapshot;
  readonly isProven: boolean;
  readonly correlationId: string | undefined;
  /** The caller's deadline, by the monotonic clock. */
  readonly expiresAt: number;
  readonly alongside?: Alongside;
}

/** An entry to store. */
type Fresh = Entry & Report;

interface CommitterParts {
  readonly conversions: ConversionStore;
  readonly findTiers: FindTiers;
  readonly transaction: Transaction<Scope>;
}

const MAX_PER_COMMIT = 100;
const MAX_WAITING = 5_000;
/** Another instance may have stored one of these orders that no majority can read yet. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 10;
/** A locked order is retried apart from the others, with growing pauses. */
const FIRST_LOCK_RETRY_MS = 20;
const MAX_LOCK_RETRY_MS = 500;

const expired = (): Error =>
  unavailable('database_busy', { message: 'Please repeat the call', retryAfterSeconds: 1 });

/** Counts new conversions against the limits of their campaigns. */
async function applyLimits(caps: CapStore, entries: readonly Fresh[]): Promise<readonly Fresh[]> {
  const limited = entries.filter(({ campaign }) => hasConversionLimits(campaign));
  if (limited.length === 0) return entries;
  const byCampaign = Map.groupBy(limited, ({ campaign }) => campaign.campaignId);
  const admitted = new Map<string, Conversion>();
  // All commits use the same order, so that no two of them wait for each other.
  for (const [, own] of [...byCampaign].sort(([a], [b]) => a.localeCompare(b))) {
    const [first] = own;
    if (first === undefined) continue;
    const arrived = own.map(({ conversion }) => conversion);
    for (const conversion of await caps.admit(arrived, first.campaign)) {
      admitted.set(conversion.id, conversion);
    }
  }
  return entries.map((entry) => ({
    ...entry,
    conversion: admitted.get(entry.conversion.id) ?? entry.conversion,
  }));
}

/** Takes orders from the conversions that only the pixel reported. @returns those to replace, by the report's id */
async function withdraw(
  { conversions, caps, outbox }: Omit<Storing, 'claims'>,
  fresh: readonly Fresh[],
): Promise<ReadonlyMap<string, Conversion>> {
  const ids = fresh.flatMap(({ replaces }) => replaces);
  if (ids.length === 0) return new Map();
  const now = fresh[0]?.conversion.createdAt ?? new Date(0);
  const current = await conversions.findMany(ids);
  const { targets, changed, events } = decideWithdrawal(fresh, current, now);
  await conversions.saveWithdrawn(changed.map(([, after]) => after));
  await caps.apply(changed.flatMap(([before, after]) => capChanges(before, after)));
  await outbox.add(...events);
  return targets;
}

interface Stored {
  readonly conversion: Conversion;
  readonly event: DomainEvent;
  readonly correlationId: string | undefined;
}

function decideStored(entry: Entry, target: Conversion | undefined): Stored {
  const { conversion: report, correlationId } = entry;
  if (target === undefined) {
    return { conversion: report, event: conversionTracked(snapshotOf(report)), correlationId };
  }
  const { replaced, event } = decideReplacement(target, report);
  return { conversion: replaced, event, correlationId };
}

/** Stores new conversions with their events in one transaction, under the ids of their requests. */
async function store({ transaction }: CommitterParts, fresh: readonly Fresh[]): Promise<void> {
  await transaction(async (stores) => {
    const { conversions, caps, outbox } = stores;
    const targets = await withdraw({ conversions, caps, outbox }, fresh);
    const entries = await applyLimits(caps, fresh);
    const stored = entries.map((one) => decideStored(one, targets.get(one.conversion.id)));
    // A report whose order was refunded completely takes no place within the limits.
    await caps.apply(
      entries.flatMap(({ conversion }, index) => {
        const after = stored[index]?.conversion;
        return after?.status === 'reversed' ? capChanges(conversion, after) : [];
      }),
    );
    const isReplaced = ({ conversion }: Stored): boolean => conversion.revision !== undefined;
    const [replaced, added] = [stored.filter(isReplaced), stored.filter((one) => !isReplaced(one))];
    await conversions.replaceMany(replaced.map(({ conversion }) => conversion));
    if (added.length > 0) await conversions.insertMany(added.map(({ conversion }) => conversion));
    for (const { event, correlationId } of stored) {
      const publish = () => outbox.add(event);
      await (correlationId === undefined ? publish() : runWithContext({ correlationId }, publish));
    }
    for (const [index, { conversion }] of stored.entries()) {
      await entries[index]?.alongside?.(stores, conversion);
    }
  });
}

interface Known {
  readonly customers: ReadonlySet<string>;
  readonly tiers: KnownTiers;
}

/** Adds to new conversions whether their customers are new, and the bonuses of their affiliates' tiers. */
function complete(fresh: readonly Fresh[], { customers, tiers }: Known): Fresh[] {
  const withCustomers = withNewCustomers(
    fresh.map(({ conversion }) => conversion),
    customers,
  );
  return fresh.map((entry, index) => ({
    ...entry,
    conversion: freezeTierBonuses(withCustomers[index] ?? entry.conversion, tiers),
  }));
}

type Outcome = Committed | Error;

/** Stores the new conversions among the entries. A locked order is separated from the others. */
async function commit(
  parts: CommitterParts,
  entries: readonly Entry[],
): Promise<Map<Entry, Outcome>> {
  const arrived = entries.map(({ conversion }) => conversion);
  for (let attempt = 1; ; attempt += 1) {
    const [stored, customers, tiers] = await Promise.all([
      parts.conversions.listSameOrders(arrived),
      parts.conversions.listCustomers(arrived),
      parts.findTiers(arrived),
    ]);
    const proven = entries.filter(({ isProven }) => isProven);
    const plan = planCommit(arrived, stored, new Set(proven.map(({ conversion }) => conversion)));
    try {
      const fresh = entries
        .filter(({ conversion }) => !plan.originals.has(conversion))
        .map((entry) => ({ ...entry, replaces: plan.replaced.get(entry.conversion) ?? [] }));
      if (fresh.length > 0) await store(parts, complete(fresh, { customers, tiers }));
      return outcomesOf(entries, plan);
    } catch (error) {
      if (isOrderLocked(error)) return separate(parts, entries, error);
      // Another instance stored one of the orders first, and the unique index refused all: read again.
      if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

const isOrderLocked = (error: unknown): error is Error =>
  isAppError(error) && error.code === ORDER_LOCKED;

/** A conversion that replaces another has the other's id. */
const storedAs = (conversion: Conversion, { replaced }: CommitPlan): Original => {
  const [id = conversion.id] = replaced.get(conversion) ?? [];
  return { id, status: conversion.status };
};

const outcomesOf = (entries: readonly Entry[], plan: CommitPlan): Map<Entry, Outcome> =>
  new Map(
    entries.map((entry) => {
      const { conversion } = entry;
      const original = plan.originals.get(conversion);
      const isNew = original === undefined;
      return [entry, { isNew, original: original ?? storedAs(conversion, plan) }];
    }),
  );

/**
 * Separates an order that another transaction has locked: for an instant while another instance stores
 * it, for a minute after its process died. Halving finds the locked order, and the others are stored.
 */
async function separate(
  parts: CommitterParts,
  entries: readonly Entry[],
  error: Error,
): Promise<Map<Entry, Outcome>> {
  if (entries.length === 1) return new Map(entries.map((entry) => [entry, error]));
  const middle = Math.ceil(entries.length / 2);
  const first = await commitHalf(parts, entries.slice(0, middle));
  const second = await commitHalf(parts, entries.slice(middle));
  return new Map([...first, ...second]);
}

/** Commits one half; its failure does not affect the other half. */
async function commitHalf(
  parts: CommitterParts,
  entries: readonly Entry[],
): Promise<Map<Entry, Outcome>> {
  try {
    return await commit(parts, entries);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    return new Map(entries.map((entry) => [entry, failure]));
  }
}

/**
 * Commits conversions in groups: conversions that arrive during one commit go with the next. A repeated
 * order yields its earlier conversion and does not affect the others.
 */
export function openCommitter(parts: CommitterParts) {
  const batcher = createBatcher<Entry, Committed>({
    maxItems: MAX_PER_COMMIT,
    maxWaiting: MAX_WAITING,
    run: async (entries) => {
      const now = performance.now();
      const open = entries.filter(({ expiresAt }) => expiresAt > now);
      const outcomes = await commit(parts, open);
      return entries.map((entry) => outcomes.get(entry) ?? expired());
    },
  });

  /** In a transaction of its own, because what is stored alongside may refuse it. */
  const addAlone = async (entry: Entry): Promise<Committed> => {
    const outcome = (await commit(parts, [entry])).get(entry);
    if (outcome instanceof Error || outcome === undefined) throw outcome ?? expired();
    return outcome;
  };

  const addUntilUnlocked = async (entry: Entry): Promise<Committed> => {
    const add = entry.alongside === undefined ? batcher.add : addAlone;
    for (let pauseMs = FIRST_LOCK_RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_LOCK_RETRY_MS)) {
      try {
        return await add(entry);
      } catch (error) {
        if (!isOrderLocked(error) || performance.now() + pauseMs > entry.expiresAt) throw error;
        await sleep(pauseMs);
      }
    }
  };

  return {
    /**
     * @param alongside stores something more in the same transaction, which its error ends
     * @throws unavailable where the conversion cannot be stored now
     */
    add: (
      conversion: Conversion,
      campaign: CampaignSnapshot,
      isProven: boolean,
      alongside?: Alongside,
    ): Promise<Committed> =>
      addUntilUnlocked({
        conversion,
        campaign,
        isProven,
        ...(alongside === undefined ? {} : { alongside }),
        correlationId: currentContext()?.correlationId,
        expiresAt: currentDeadline()?.endsAt ?? performance.now() + REPORT_TERMS.maxMs,
      }),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { currentContext, currentDeadline } from '@tributary/context';
import { type CampaignSnapshot } from '@tributary/contracts';
import { isAppError, unavailable } from '@tributary/errors';
import { isDuplicateKey, type Transaction } from '@tributary/mongo';
import { createBatcher } from '@tributary/work';
import { type Conversion } from '../domain/conversion.ts';
import { withNewCustomers } from '../domain/customers.ts';
import {
  type CommitPlan,
  ORDER_LOCKED,
  type Original,
  planCommit,
} from '../domain/order-deduplication.ts';
import { freezeTierBonuses } from '../domain/tier-bonuses.ts';
import { type KnownTiers } from '../domain/tiers.ts';
import { type ConversionStore } from '../store/conversion-store.ts';
import { type FindTiers } from '../store/tier-store.ts';
import {
  type Alongside,
  type CommitScope,
  type NewConversion,
  type Storable,
  storeConversions,
} from './store-conversions.ts';
import { REPORT_TERMS } from './tracking-route.ts';

/** The result of a commit: the stored conversion, or the earlier conversion of the same order. */
export interface Committed {
  readonly isNew: boolean;
  readonly original: Original;
}

interface Entry extends NewConversion {
  readonly isProven: boolean;
  /** The caller's deadline, by the monotonic clock. */
  readonly expiresAt: number;
}

interface CommitterOptions {
  readonly conversions: ConversionStore;
  readonly findTiers: FindTiers;
  readonly transaction: Transaction<CommitScope>;
}

interface CommitterParts extends CommitterOptions {
  /** Whether orders that are stored already are reported again at present, as by shops that report each twice. */
  readonly repeats: { areExpected: boolean };
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

interface Known {
  readonly customers: ReadonlySet<string>;
  readonly tiers: KnownTiers;
}

/** Adds to new conversions whether their customers are new, and the bonuses of their affiliates' tiers. */
function complete(fresh: readonly Storable[], { customers, tiers }: Known): Storable[] {
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

/**
 * Stores the new conversions among the entries. A locked order is separated from the others. Reads stored orders first
 * only where the last commit found some: the unique indexes refuse them otherwise.
 */
async function commit(
  parts: CommitterParts,
  entries: readonly Entry[],
): Promise<Map<Entry, Outcome>> {
  const { conversions, repeats } = parts;
  const arrived = entries.map(({ conversion }) => conversion);
  for (let attempt = 1; ; attempt += 1) {
    const [stored, customers, tiers] = await Promise.all([
      repeats.areExpected ? conversions.listSameOrders(arrived) : [],
      conversions.listCustomers(arrived),
      parts.findTiers(arrived),
    ]);
    const proven = entries.filter(({ isProven }) => isProven);
    const plan = planCommit(arrived, stored, new Set(proven.map(({ conversion }) => conversion)));
    try {
      const fresh = entries
        .filter(({ conversion }) => !plan.originals.has(conversion))
        .map((entry) => ({ ...entry, replaces: plan.replaced.get(entry.conversion) ?? [] }));
      if (fresh.length > 0)
        await storeConversions(parts.transaction, complete(fresh, { customers, tiers }));
      repeats.areExpected = stored.length > 0;
      return outcomesOf(entries, plan);
    } catch (error) {
      if (isOrderLocked(error)) return separate(parts, entries, error);
      if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
      // Another instance stored one of the orders meanwhile.
      if (repeats.areExpected) await sleep(RETRY_MS);
      repeats.areExpected = true;
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
export function openCommitter(options: CommitterOptions) {
  const parts: CommitterParts = { ...options, repeats: { areExpected: false } };
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

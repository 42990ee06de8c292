import { setTimeout as pause } from 'node:timers/promises';
import { currentContext, runWithContext } from '@tributary/context';
import { type CampaignSnapshot, conversionTracked } from '@tributary/contracts';
import { isAppError, unavailable } from '@tributary/errors';
import { isDuplicateKey, type Transaction } from '@tributary/mongo';
import { createBatcher } from '@tributary/service';
import { type Conversion, snapshotOf } from '../domain/conversion.ts';
import { withNewCustomers } from '../domain/customers.ts';
import { withBonuses } from '../domain/tier-bonuses.ts';
import { hasConversionLimits } from '../domain/limits.ts';
import { type CommitPlan, type Original, planCommit } from '../domain/order-deduplication.ts';
import { type KnownTiers } from '../domain/tiers.ts';
import { type CapStore } from '../store/cap-store.ts';
import { type ConversionStore, ORDER_LOCKED } from '../store/conversion-store.ts';
import { type FindTiers } from '../store/tier-store.ts';
import { SLOW_MS } from './deadline.ts';

/** What became of a conversion: stored with its event, or found to repeat an earlier one. */
export interface Committed {
  readonly isNew: boolean;
  readonly original: Original;
}

interface Entry {
  readonly conversion: Conversion;
  readonly campaign: CampaignSnapshot;
  readonly correlationId: string | undefined;
  /** Its caller has been answered by then, by the monotonic clock. */
  readonly expiresAt: number;
}

interface CommitterParts {
  readonly conversions: ConversionStore;
  readonly findTiers: FindTiers;
  readonly transaction: Transaction<{ conversions: ConversionStore; caps: CapStore }>;
}

const MAX_PER_COMMIT = 100;
const MAX_WAITING = 5_000;
/** Another instance may have stored one of these orders and not be readable by a majority yet. */
const MAX_ROUNDS = 20;
const PAUSE_PER_ROUND_MS = 10;

const gaveUp = (): Error =>
  unavailable('database_busy', { message: 'Please repeat the call', retryAfterSeconds: 1 });

/** The new ones of each campaign with limits are counted against them; the others are as they are. */
async function withinLimits(caps: CapStore, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const limited = entries.filter(({ campaign }) => hasConversionLimits(campaign));
  if (limited.length === 0) return entries;
  const byCampaign = Map.groupBy(limited, ({ campaign }) => campaign.campaignId);
  const judged = new Map<string, Conversion>();
  // In one order everywhere, so that two commits do not wait for each other in turn.
  for (const [, own] of [...byCampaign].sort(([a], [b]) => a.localeCompare(b))) {
    const [first] = own;
    if (first === undefined) continue;
    const arrived = own.map(({ conversion }) => conversion);
    for (const conversion of await caps.admit(arrived, first.campaign)) {
      judged.set(conversion.id, conversion);
    }
  }
  return entries.map((entry) => ({
    ...entry,
    conversion: judged.get(entry.conversion.id) ?? entry.conversion,
  }));
}

/** One transaction: every new conversion and its event, under the id of the request it came with. */
async function store({ transaction }: CommitterParts, fresh: readonly Entry[]): Promise<void> {
  await transaction(async ({ conversions, caps, outbox }) => {
    const entries = await withinLimits(caps, fresh);
    await conversions.insertMany(entries.map(({ conversion }) => conversion));
    for (const { conversion, correlationId } of entries) {
      const announce = () => outbox.add(conversionTracked(snapshotOf(conversion)));
      await (correlationId === undefined
        ? announce()
        : runWithContext({ correlationId }, announce));
    }
  });
}

interface Known {
  readonly customers: ReadonlySet<string>;
  readonly tiers: KnownTiers;
}

/** With what is known of their customers and of their affiliates' tiers. */
function complete(fresh: readonly Entry[], { customers, tiers }: Known): Entry[] {
  const noted = withNewCustomers(
    fresh.map(({ conversion }) => conversion),
    customers,
  );
  return fresh.map((entry, index) => ({
    ...entry,
    conversion: withBonuses(noted[index] ?? entry.conversion, tiers),
  }));
}

type Outcome = Committed | Error;

/** Stores what is new of these, or finds which of them stands in the way of the others. */
async function commit(
  parts: CommitterParts,
  entries: readonly Entry[],
): Promise<Map<Entry, Outcome>> {
  const arrived = entries.map(({ conversion }) => conversion);
  for (let round = 1; ; round += 1) {
    const [stored, customers, tiers] = await Promise.all([
      parts.conversions.listSameOrders(arrived),
      parts.conversions.listCustomers(arrived),
      parts.findTiers(arrived),
    ]);
    const plan = planCommit(arrived, stored);
    try {
      const fresh = entries.filter(({ conversion }) => !plan.originals.has(conversion));
      if (fresh.length > 0) await store(parts, complete(fresh, { customers, tiers }));
      return outcomesOf(entries, plan);
    } catch (error) {
      if (isLocked(error)) return separate(parts, entries, error);
      // Another instance was first with one of them, and the index has refused all: look again.
      if (!isDuplicateKey(error) || round === MAX_ROUNDS) throw error;
      await pause(PAUSE_PER_ROUND_MS);
    }
  }
}

const isLocked = (error: unknown): error is Error =>
  isAppError(error) && error.code === ORDER_LOCKED;

const outcomesOf = (entries: readonly Entry[], { originals }: CommitPlan): Map<Entry, Outcome> =>
  new Map(
    entries.map((entry) => {
      const original = originals.get(entry.conversion);
      return [entry, { isNew: original === undefined, original: original ?? entry.conversion }];
    }),
  );

/**
 * Another transaction holds one of the orders: for an instant where another instance stores it, for a
 * minute where the process died that began it. Halving finds the one, and the others are stored.
 */
async function separate(
  parts: CommitterParts,
  entries: readonly Entry[],
  error: Error,
): Promise<Map<Entry, Outcome>> {
  if (entries.length === 1) return new Map(entries.map((entry) => [entry, error]));
  const middle = Math.ceil(entries.length / 2);
  const first = await commitApart(parts, entries.slice(0, middle));
  const second = await commitApart(parts, entries.slice(middle));
  return new Map([...first, ...second]);
}

/** What one half comes to is no matter of the other's. */
async function commitApart(
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
 * Stores conversions in groups: what comes in while one commit is under way goes with the next. One
 * that repeats an earlier order is answered with that and disturbs no other.
 */
export function openCommitter(parts: CommitterParts) {
  const batcher = createBatcher<Entry, Committed>({
    maxItems: MAX_PER_COMMIT,
    maxWaiting: MAX_WAITING,
    run: async (entries) => {
      const now = performance.now();
      const open = entries.filter(({ expiresAt }) => expiresAt > now);
      const outcomes = await commit(parts, open);
      return entries.map((entry) => outcomes.get(entry) ?? gaveUp());
    },
  });

  /** A locked order waits apart from the others, with growing pauses. */
  const addUntilFree = async (entry: Entry): Promise<Committed> => {
    for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, 500)) {
      try {
        return await batcher.add(entry);
      } catch (error) {
        if (!isLocked(error) || performance.now() + pauseMs > entry.expiresAt) throw error;
        await pause(pauseMs);
      }
    }
  };

  return {
    /** @throws unavailable where it cannot be stored now */
    add: (conversion: Conversion, campaign: CampaignSnapshot): Promise<Committed> =>
      addUntilFree({
        conversion,
        campaign,
        correlationId: currentContext()?.correlationId,
        expiresAt: performance.now() + SLOW_MS,
      }),
  };
}

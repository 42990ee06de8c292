import { runWithCorrelation } from '@tributary/context';
import type { ReviewedConversion } from '@tributary/contracts';
import { isDatabaseUnavailable, isDuplicateKey, runBatch } from '@tributary/mongo';
import { createBatcher, createKeyedBatcher } from '@tributary/work';
import type { Deps } from '../../deps.ts';
import { decideCreation, type FrozenTerms, nothingFrozen } from '../../domain/creation.ts';
import { decideFirst, isPastRecurring, subscriberOf } from '../../domain/subscription.ts';
import { joinChanges } from '../../domain/changes.ts';
import type { EarnedConversion } from '../../domain/earned-conversion.ts';
import type { Stores } from '../../store/stores.ts';
import { freezeTerms } from '../../workflows/freeze-terms.ts';

type CreateDeps = Pick<
  Deps,
  | 'config'
  | 'stores'
  | 'findCampaignNames'
  | 'withAffiliateLock'
  | 'transaction'
  | 'saveChanges'
  | 'digest'
  | 'clock'
  | 'newId'
>;

export interface Created {
  readonly conversionId: string;
  /** False where the commissions existed before, or no affiliate is credited. */
  readonly created: boolean;
  readonly commissionIds: readonly string[];
}

/** An approved conversion. */
export interface Approved {
  readonly approval: ReviewedConversion;
  /** The correlation id of the request or event that carried the approval; its events carry it on. */
  readonly correlationId: string | undefined;
  /** Whether another call has probably stored it before: it is then read before the transaction. */
  readonly isRepeat: boolean;
}

/** An item with what is read for it before its transaction. */
interface Prepared extends Approved {
  /** The stored conversion, of those that were read; there may be one by the time of the transaction. */
  readonly earlier: EarnedConversion | undefined;
  /** Empty where the campaign is not known yet. */
  readonly campaignName: string;
  readonly frozen: FrozenTerms;
}

const MAX_WAITING = 20_000;
/** Conversions that are prepared by the same queries. */
const MAX_PER_READ = 1_000;

export type CreateForConversions = (approved: readonly Approved[]) => Promise<readonly Created[]>;

/**
 * Creates the commissions of approved conversions, once per conversion however often it is requested. Approvals that
 * arrive for one affiliate at the same time share a transaction.
 */
export function openCreateForConversions(deps: CreateDeps): CreateForConversions {
  const batcher = createKeyedBatcher<Prepared, Created>({
    lock: deps.withAffiliateLock,
    maxItems: deps.config.CREATE_BATCH_SIZE,
    maxWaiting: MAX_WAITING,
    run: runBatch((items) => createBatch(deps, items)),
  });
  // Before the lock, so that no approval of the same affiliate waits for these queries.
  const preparation = createBatcher<Approved, Prepared>({
    maxItems: MAX_PER_READ,
    maxWaiting: MAX_WAITING,
    run: (items) => prepare(deps, items),
  });
  return async (approved) => {
    const prepared = await all(approved.map((one) => preparation.add(one)));
    // All affiliates of a request form one key, so that a bulk approval takes one transaction, not one per affiliate.
    const affiliateIds = [
      ...new Set(
        approved.flatMap(({ approval }) => approval.shares.map((share) => share.affiliateId)),
      ),
    ];
    const submitted = prepared.map((one): Promise<Created> => {
      const { conversionId } = one.approval;
      const { earlier } = one;
      if (earlier?.basis !== undefined && earlier.basis !== null) {
        const { commissionIds } = earlier;
        return Promise.resolve({ conversionId, created: false, commissionIds });
      }
      return batcher.add(affiliateIds, one);
    });
    return all(submitted);
  };
}

/** Waits for all of them, so that an error leaves none running. */
async function all<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function prepare(deps: CreateDeps, items: readonly Approved[]): Promise<readonly Prepared[]> {
  const approvals = items.map(({ approval }) => approval);
  const campaignIds = approvals.map(({ campaignId }) => campaignId);
  const repeats = items.filter(({ isRepeat }) => isRepeat);
  const [known, names, frozen] = await Promise.all([
    deps.stores.conversions.findByIds(repeats.map(({ approval }) => approval.conversionId)),
    deps.findCampaignNames(campaignIds),
    freezeTerms(deps)(approvals),
  ]);
  return items.map((item, index) => ({
    ...item,
    earlier: known.get(item.approval.conversionId),
    campaignName: names.get(item.approval.campaignId)?.name ?? '',
    frozen: frozen[index] ?? nothingFrozen,
  }));
}

async function createBatch(
  deps: CreateDeps,
  items: readonly Prepared[],
): Promise<readonly Created[]> {
  try {
    return await createInTransaction(deps, items, { mayExist: items.some(isKnown) });
  } catch (error) {
    const again = (some: readonly Prepared[]) =>
      createInTransaction(deps, some, { mayExist: true });
    // One of them was not read, or created since; the second run finds it.
    if (isDuplicateKey(error)) return again(items);
    if (items.length === 1 || !isDatabaseUnavailable(error)) throw error;
    // A busy database may not finish so many within a transaction's time limit.
    const middle = Math.ceil(items.length / 2);
    const first = await again(items.slice(0, middle));
    return [...first, ...(await again(items.slice(middle)))];
  }
}

const isKnown = ({ earlier }: Prepared): boolean => earlier !== undefined;

/** Reads the stored conversions only where there may be some: inserting refuses those that are stored. */
const createInTransaction = (
  deps: CreateDeps,
  items: readonly Prepared[],
  { mayExist }: { readonly mayExist: boolean },
): Promise<readonly Created[]> =>
  deps.transaction(async (scope) => {
    const ids = items.map(({ approval }) => approval.conversionId);
    const known = await scope.conversions.findByIds(mayExist ? ids : []);
    const stamps = { now: deps.clock.now(), newId: deps.newId };
    const pastRecurring = await findPastRecurring(deps, scope, items);
    const suspended = await scope.suspensions.lockSuspended(
      items.flatMap(({ approval }) => approval.shares.map(({ affiliateId }) => affiliateId)),
    );
    const decided = items.map(({ correlationId, ...item }) => {
      const { conversionId } = item.approval;
      const earlier = known.get(conversionId);
      const creation = {
        ...item,
        known: earlier,
        suspended,
        isPastRecurring: pastRecurring.has(conversionId),
      };
      const changes = decideCreation(creation, stamps);
      const [conversion = earlier] = changes.conversions;
      // A second approval of the same conversion in this batch finds the first.
      if (conversion !== undefined) known.set(conversionId, conversion);
      const commissionIds = conversion?.commissionIds ?? [];
      const created = changes.created.length > 0;
      return { changes, correlationId, result: { conversionId, created, commissionIds } };
    });
    const changes = joinChanges(decided.map((one) => one.changes));
    await deps.saveChanges(scope, { ...changes, events: [] });
    const byCorrelation = Map.groupBy(decided, ({ correlationId }) => correlationId);
    for (const [correlationId, sharing] of byCorrelation) {
      const events = sharing.flatMap((one) => one.changes.events);
      await runWithCorrelation(correlationId, () => scope.outbox.add(...events));
    }
    return decided.map(({ result }) => result);
  });

/** The renewals among them that no longer earn; stores the first sales of new subscribers. */
async function findPastRecurring(
  { digest }: Pick<Deps, 'digest'>,
  { subscriptions }: Stores,
  items: readonly Approved[],
): Promise<ReadonlySet<string>> {
  const past = new Set<string>();
  for (const { approval } of items) {
    const subscriber = subscriberOf(approval);
    if (subscriber === undefined) continue;
    const customerKey = digest(subscriber);
    const known = await subscriptions.find(approval.campaignId, customerKey);
    const first = decideFirst(approval, customerKey, known);
    if (first !== known) await subscriptions.save(first);
    if (isPastRecurring(approval, first)) past.add(approval.conversionId);
  }
  return past;
}

import { currentContext, runWithContext, type WorkContext } from '@tributary/context';
import type { DomainEvent, ReviewedConversion } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { isDatabaseUnavailable, isDuplicateKey } from '@tributary/mongo';
import { openGathering } from '../../affiliate-lanes.ts';
import type { Deps } from '../../deps.ts';
import { decideCreation, type FrozenTerms, nothingFrozen } from '../../domain/creation.ts';
import { decideFirst, isPastRecurring, subscriberOf } from '../../domain/subscription.ts';
import { joinChanges } from '../../domain/changes.ts';
import type { Stores } from '../../store/stores.ts';
import { freezeTerms } from '../../freeze-terms.ts';

export interface Created {
  readonly conversionId: string;
  /** False where the commissions existed already, or nobody is credited. */
  readonly created: boolean;
  readonly commissionIds: readonly string[];
}

interface Item {
  readonly approval: ReviewedConversion;
  /** Of the call or event that brought it, so that its events can be traced back to it. */
  readonly context: WorkContext | undefined;
}

/** With what it is earned by, looked up once for all that are booked together. */
interface Prepared extends Item {
  /** Empty where the campaign has not been heard of. */
  readonly campaignName: string;
  readonly frozen: FrozenTerms;
}

const MAX_WAITING = 20_000;

export type CreateCommissions = (
  approvals: readonly ReviewedConversion[],
) => Promise<readonly Created[]>;

/**
 * Creates the commissions of approved conversions: once each, whoever asks and how often. What comes
 * in for one affiliate at a time is booked together.
 */
export function openCreateCommissions(deps: Deps): CreateCommissions {
  const gathering = openGathering<Item, Created>({
    lanes: deps.lanes,
    atMost: deps.config.CREATE_BATCH_SIZE,
    maxWaiting: MAX_WAITING,
    runTogether: (items) => createTogether(deps, items),
    isOneAtFault: (error) => !isAppError(error) || error.kind !== 'unavailable',
  });
  return async (approvals) => {
    const ids = approvals.map(({ conversionId }) => conversionId);
    const known = await deps.stores.conversions.findByIds(ids);
    const context = currentContext();
    // Asked together, they are booked together: one transaction for a bulk instead of one for each
    // affiliate in it.
    const affiliateIds = [
      ...new Set(approvals.flatMap(({ shares }) => shares.map((share) => share.affiliateId))),
    ];
    const submitted = approvals.map((approval): Promise<Created> => {
      const { conversionId } = approval;
      const earlier = known.get(conversionId);
      if (earlier?.basis !== undefined && earlier.basis !== null) {
        const { commissionIds } = earlier;
        return Promise.resolve({ conversionId, created: false, commissionIds });
      }
      return gathering.submit(affiliateIds, { approval, context });
    });
    return all(submitted);
  };
}

/** Waits for all of them, so that none is left running behind an error's back. */
async function all<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function prepare(deps: Deps, items: readonly Item[]): Promise<readonly Prepared[]> {
  const approvals = items.map(({ approval }) => approval);
  const campaignIds = approvals.map(({ campaignId }) => campaignId);
  const [names, frozen] = await Promise.all([
    deps.stores.campaigns.findNames(campaignIds),
    freezeTerms(deps)(approvals),
  ]);
  return items.map((item, index) => ({
    ...item,
    campaignName: names.get(item.approval.campaignId)?.name ?? '',
    frozen: frozen[index] ?? nothingFrozen,
  }));
}

async function createTogether(deps: Deps, given: readonly Item[]): Promise<readonly Created[]> {
  const items = await prepare(deps, given);
  try {
    return await createInTransaction(deps, items);
  } catch (error) {
    // Another instance created one of them in the meantime; now it is found.
    if (isDuplicateKey(error)) return createInTransaction(deps, items);
    if (items.length === 1 || !isDatabaseUnavailable(error)) throw error;
    // A busy database may not manage so many in the time that a transaction has.
    const middle = Math.ceil(items.length / 2);
    const first = await createInTransaction(deps, items.slice(0, middle));
    return [...first, ...(await createInTransaction(deps, items.slice(middle)))];
  }
}

const createInTransaction = (deps: Deps, items: readonly Prepared[]): Promise<readonly Created[]> =>
  deps.transaction(async (scope) => {
    const ids = items.map(({ approval }) => approval.conversionId);
    const known = await scope.conversions.findByIds(ids);
    const making = { now: deps.clock.now(), newId: deps.newId };
    const pastRecurring = await findPastRecurring(deps, scope, items);
    const decided = items.map(({ context, ...item }) => {
      const { conversionId } = item.approval;
      const earlier = known.get(conversionId);
      const creation = {
        ...item,
        known: earlier,
        isPastRecurring: pastRecurring.has(conversionId),
      };
      const changes = decideCreation(creation, making);
      const [conversion = earlier] = changes.conversions;
      // Named twice in one batch: the second finds the first.
      if (conversion !== undefined) known.set(conversionId, conversion);
      const commissionIds = conversion?.commissionIds ?? [];
      const created = changes.created.length > 0;
      return { changes, context, result: { conversionId, created, commissionIds } };
    });
    const changes = joinChanges(decided.map((one) => one.changes));
    await deps.saveChanges(scope, { ...changes, events: [] });
    const byContext = Map.groupBy(decided, ({ context }) => context);
    for (const [context, ofOne] of byContext) {
      const events = ofOne.flatMap((one) => one.changes.events);
      await say(scope.outbox, events, context);
    }
    return decided.map(({ result }) => result);
  });

/** Which of them are renewals that no longer earn; remembers first sales on the way. */
async function findPastRecurring(
  { digest }: Pick<Deps, 'digest'>,
  { subscriptions }: Stores,
  items: readonly Item[],
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

const say = (
  outbox: { add(...events: readonly DomainEvent[]): Promise<void> },
  events: readonly DomainEvent[],
  context: WorkContext | undefined,
): Promise<void> =>
  context === undefined
    ? outbox.add(...events)
    : runWithContext(context, () => outbox.add(...events));

import { notFound } from '@tributary/errors';
import type { Deps } from '../deps.ts';
import type { ConversionBook } from '../domain/adjustment.ts';
import type { ChangeDecision, Recredited } from '../domain/attribution-change.ts';
import { joinChanges, type Stamps } from '../domain/changes.ts';
import { unknownConversion } from '../domain/earned-conversion.ts';
import type { Stores } from '../store/stores.ts';

export type RecreditDeps = Pick<
  Deps,
  'stores' | 'withAffiliateLock' | 'transaction' | 'saveChanges' | 'clock' | 'newId'
>;

/** Most conversions of one transaction: each writes some commissions, their entries, accounts and balances. */
const PER_TRANSACTION = 50;

/** A conversion that is to change, and what becomes of it. */
export interface RecreditItem {
  readonly conversionId: string;
  /** The affiliates of the new credit. */
  readonly affiliateIds: readonly string[];
  /** @param suspended which of these affiliates are suspended */
  readonly decide: (
    book: ConversionBook,
    suspended: ReadonlySet<string>,
    stamps: Stamps,
  ) => ChangeDecision;
}

/**
 * Decides and books the items in transactions of bounded size, one after the other. A call that fails in the middle has
 * booked whole transactions; when it is repeated, the decisions find what is recorded.
 * @throws not_found `conversion_not_found` where one is another campaign's
 */
export async function recreditConversions(
  deps: RecreditDeps,
  campaignId: string,
  items: readonly RecreditItem[],
): Promise<readonly Recredited[]> {
  const done: Recredited[] = [];
  for (let at = 0; at < items.length; at += PER_TRANSACTION) {
    done.push(...(await recreditBatch(deps, campaignId, items.slice(at, at + PER_TRANSACTION))));
  }
  return done;
}

async function recreditBatch(
  deps: RecreditDeps,
  campaignId: string,
  items: readonly RecreditItem[],
): Promise<readonly Recredited[]> {
  const credited = items.flatMap(({ affiliateIds }) => affiliateIds);
  const known = await deps.stores.conversions.findByIds(idsOf(items));
  const affected = [...known.values()].flatMap(({ affiliateIds }) => affiliateIds);
  return deps.withAffiliateLock([...new Set([...credited, ...affected])], () =>
    deps.transaction(async (scope) => {
      const suspended = await scope.suspensions.lockSuspended(credited);
      const decided = await decideAll(deps, scope, { campaignId, items, suspended });
      await deps.saveChanges(scope, joinChanges(decided.map(({ changes }) => changes)));
      return decided;
    }),
  );
}

/** What the items would do, as of now. */
export async function previewRecredit(
  deps: Pick<Deps, 'stores' | 'clock' | 'newId'>,
  campaignId: string,
  items: readonly RecreditItem[],
): Promise<readonly Recredited[]> {
  const suspended = new Set<string>();
  return decideAll(deps, deps.stores, { campaignId, items, suspended });
}

interface Batch {
  readonly campaignId: string;
  readonly items: readonly RecreditItem[];
  readonly suspended: ReadonlySet<string>;
}

async function decideAll(
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  { conversions, commissions }: Pick<Stores, 'conversions' | 'commissions'>,
  { campaignId, items, suspended }: Batch,
): Promise<readonly (Recredited & ChangeDecision)[]> {
  const stamps = { now: clock.now(), newId };
  const known = await conversions.findByIds(idsOf(items));
  const found = await commissions.listByIds(
    [...known.values()].flatMap(({ commissionIds }) => commissionIds),
  );
  const byId = new Map(found.map((commission) => [commission.id, commission]));
  return items.map(({ conversionId, decide }) => {
    const conversion = known.get(conversionId) ?? unknownConversion(conversionId);
    // In the order of their creation, those of the approval in the order of the shares.
    const ofOne = conversion.commissionIds.flatMap((id) => byId.get(id) ?? []);
    if (ofOne.some((commission) => commission.campaignId !== campaignId)) {
      throw notFound('conversion_not_found', { message: 'There is no such conversion' });
    }
    const decision = decide({ conversion, commissions: ofOne }, suspended, stamps);
    return { conversionId, currency: ofOne[0]?.currency, ...decision };
  });
}

const idsOf = (items: readonly RecreditItem[]): string[] =>
  items.map(({ conversionId }) => conversionId);

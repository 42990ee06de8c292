import { type AttributionShare, type ConversionSnapshot, revisionOf } from '@tributary/contracts';
import { openOwnerLookup } from '@tributary/service';
import { mergeShares } from '@tributary/terms';
import type { Deps } from '../deps.ts';
import type { Credit } from '../domain/credit.ts';
import {
  type ConversionFacts,
  conversionViewOf,
  forgottenBefore,
  isTracked,
  type KnownConversion,
  mergeConversion,
} from '../domain/conversion-view.ts';
import { freezeTerms } from './freeze-terms.ts';

type ReportedConversion = ConversionSnapshot & {
  readonly shares?: readonly AttributionShare[];
  readonly notes?: string | null;
};

type SyncDeps = Pick<Deps, 'stores' | 'transaction'>;

/** Merges parts of conversions, in their order, into the stored views. */
export const mergeConversions = (deps: SyncDeps) => (reports: readonly KnownConversion[]) =>
  deps.transaction(async ({ conversionViews }) => {
    const known = await conversionViews.findKnown(reports.map(({ id }) => id));
    for (const report of reports)
      known.set(report.id, mergeConversion(known.get(report.id), report));
    const all = [...known.values()];
    await conversionViews.saveUntracked(all.filter((one) => !isTracked(one)));
    const tracked = all.filter(isTracked);
    const frozen = await freezeTerms(deps)(
      tracked.map(({ facts, credit }) => ({
        ...facts,
        createdAt: facts.trackedAt.toISOString(),
        shares: credit.shares,
      })),
    );
    await conversionViews.saveMany(
      tracked.map((one, index) => conversionViewOf(one, frozen[index]?.tiers ?? {})),
    );
  });

/** Copies conversions as tracking reports them, for the affiliates' views; older reports change nothing. */
export const syncConversions =
  (deps: SyncDeps & Pick<Deps, 'clock'>) =>
  (reported: readonly ReportedConversion[]): Promise<void> =>
    mergeConversions(deps)(
      reported.map((data) => ({
        id: data.conversionId,
        facts: factsOf(data, deps.clock.now()),
        credit: creditOf(data),
      })),
    );

/** Resolves whether a conversion exists; then its copy has it, from tracking where no event of it has arrived yet. */
export const openConversionLookup = (
  deps: SyncDeps & Pick<Deps, 'clock' | 'conversions' | 'reports'>,
) =>
  openOwnerLookup<true, ReportedConversion>({
    find: async (id) => (await deps.reports.hasConversion(id)) || undefined,
    request: deps.conversions.getConversion,
    save: (conversion) => syncConversions(deps)([conversion]),
  });

function factsOf(data: ReportedConversion, now: Date): ConversionFacts {
  const [product] = data.products;
  const trackedAt = new Date(data.createdAt);
  const quantities = data.products.map(({ quantity }) => quantity);
  return {
    campaignId: data.campaignId,
    orderId: data.orderId,
    status: data.status,
    valueMinor: data.valueMinor,
    refundedMinor: data.refundedMinor,
    currency: data.currency,
    terms: data.terms,
    namedMinor: data.namedCommissionMinor,
    unpayableReason: data.unpayableReason ?? null,
    productName: product?.name ?? null,
    productCategory: product?.category ?? null,
    quantity:
      product === undefined ? null : quantities.reduce((total, quantity) => total + quantity, 0),
    // A replayed old event may still carry the customer's id.
    customerId: trackedAt > forgottenBefore(now) ? data.customerId : null,
    isNewCustomer: data.isNewCustomer,
    rejectionReason: data.status === 'rejected' ? (data.notes ?? null) : null,
    trackedAt,
    convertedAt: new Date(data.convertedAt),
    revision: revisionOf(data),
    ...countedBonuses(data),
  };
}

const countedBonuses = ({
  tierBonuses,
}: ReportedConversion): Pick<ConversionFacts, 'tierBonuses'> =>
  tierBonuses === undefined ? {} : { tierBonuses };

/** Before an assessment or a verdict, the click's affiliate has the whole credit. */
function creditOf({ shares = [], affiliateId, ...data }: ReportedConversion): Credit {
  const at = new Date(data.createdAt);
  const revision = revisionOf(data);
  if (shares.length > 0) return { by: 'verdict', at, shares: mergeShares(shares), revision };
  if (affiliateId === null) return { by: 'click', at, shares: [], revision };
  const { clickId, linkId, valueMinor } = data;
  const whole = { affiliateId, clickId, linkId, weight: 1, valueMinor };
  return { by: 'click', at, shares: [whole], revision };
}

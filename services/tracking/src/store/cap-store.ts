import { type CampaignSnapshot, periodsAt } from '@tributary/contracts';
import { currencyExponent } from '@tributary/money';
import { type Session } from '@tributary/mongo';
import {
  type CapChange,
  capChanges,
  type Count,
  counted,
  type Counts,
  type CreditChange,
  decideCaps,
  decideCredit,
} from '../domain/caps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type Collections } from './collections.ts';

const IS_NAMED = { $ne: [{ $ifNull: ['$namedCommissionMinor', null] }, null] };

/** The currency of a conversion's commission, as in `commissionCurrency`. */
const OWN_CURRENCY = {
  $cond: [
    { $and: [{ $eq: ['$terms.type', 'fixed'] }, { $not: IS_NAMED }] },
    '$terms.currency',
    '$currency',
  ],
};

/**
 * The expected commission of a conversion, minor units: the stored amount, or, for conversions stored before
 * there were tiers, the amount by the frozen terms. Decimals give the exact result of `wholeCommission`.
 */
const expectedMinor = (currency: string) => {
  const rate = { $toDecimal: '$terms.value' };
  const value = { $toDecimal: '$valueMinor' };
  const fixed = { $multiply: [rate, 10 ** currencyExponent(currency)] };
  const percentage = { $divide: [{ $multiply: [value, rate] }, 100] };
  const byTerms = { $cond: [{ $eq: ['$terms.type', 'fixed'] }, fixed, percentage] };
  const named = { $min: ['$namedCommissionMinor', '$valueMinor'] };
  const untiered = { $cond: [IS_NAMED, named, { $round: [byTerms, 0] }] };
  return { $ifNull: ['$expectedMinor', { $toDouble: untiered }] };
};

/** A range of creation times; each end may be open. */
interface Range {
  readonly from?: Date;
  readonly before?: Date;
}

/** The driver's own calls join no ambient transaction; they are given the session. */
interface Options {
  readonly session?: Session;
}

/** Counts the stored conversions for the periods of `now`, in addition to `earlier`. */
async function countStored(
  { conversions }: Collections,
  campaign: CampaignSnapshot,
  { now, from, before, session }: Range & Options & { readonly now: Date },
  earlier: Counts = {},
): Promise<Counts> {
  const { campaignId, brandId, commission } = campaign;
  const { currency } = commission;
  const inPeriod = (format: string) => ({ $dateToString: { date: '$createdAt', format } });
  const matching = {
    brandId,
    campaignId,
    ...(from === undefined ? {} : { createdAt: { $gte: from } }),
    ...(before === undefined ? {} : { createdAt: { $lt: before } }),
    affiliateId: { $ne: null },
    $or: [{ status: 'approved' }, { status: 'pending', unpayableReason: null }],
  };
  const cost = { $cond: [{ $eq: [OWN_CURRENCY, currency] }, expectedMinor(currency), 0] };
  const stages = [
    { $match: matching },
    {
      $group: {
        _id: inPeriod('%Y-%m-%d'),
        conversions: { $sum: 1 },
        commissionMinor: { $sum: cost },
      },
    },
  ];
  const options: Options = session === undefined ? {} : { session };
  const days = await conversions.aggregate<Count & { _id: string }>(stages, options).toArray();
  const current = new Set(Object.values(periodsAt(now)));
  return days.reduce((counts, { _id: day, ...count }) => {
    const periods = Object.values(periodsAt(new Date(day))).filter((name) => current.has(name));
    return counted(counts, { ...count, campaignId, periods }, 1);
  }, earlier);
}

/** The counts of a campaign's conversions before a time. */
export interface CountedBefore {
  readonly moment: Date;
  readonly counts: Counts;
}

/**
 * Counts all conversions of a campaign so far, before new limits apply. Runs outside transactions, because
 * it may take long. Undefined where the campaign is counted already.
 */
export const countBefore =
  (collections: Collections) =>
  async (campaign: CampaignSnapshot, moment: Date): Promise<CountedBefore | undefined> => {
    if ((await collections.capCounts.exists({ _id: campaign.campaignId })) !== null)
      return undefined;
    return {
      moment,
      counts: await countStored(collections, campaign, { now: moment, before: moment }),
    };
  };

const LOCK = { $inc: { version: 1 } };

/** Locks a campaign's counts for this transaction; counts now where the campaign is not counted yet. */
const countsLocker =
  (collections: Collections, session: Session) =>
  async (campaign: CampaignSnapshot, now: Date): Promise<Counts> => {
    const { campaignId: _id } = campaign;
    const known = await collections.capCounts
      .findOneAndUpdate({ _id }, LOCK, { session, returnDocument: 'after' })
      .lean();
    if (known !== null) return known.counts;
    const counts = await countStored(collections, campaign, { now, session });
    await collections.capCounts.create([{ _id, version: 1, counts }], { session });
    return counts;
  };

/**
 * Counts new credits; see decideCredit. Campaigns without limits have no counts.
 * @returns the conversions to store, in the given order
 */
const creditCounter =
  ({ campaigns, capCounts }: Collections, session: Session) =>
  async (credits: readonly CreditChange[]): Promise<readonly Conversion[]> => {
    const conversions = credits.map(({ after }) => after);
    const changed = [...credits.entries()].filter(
      ([, { before, after }]) => capChanges(before, after).length > 0,
    );
    for (const [_id, ofCampaign] of Map.groupBy(changed, ([, { before }]) => before.campaignId)) {
      const known = await capCounts
        .findOneAndUpdate({ _id }, LOCK, { session, returnDocument: 'after' })
        .lean();
      const campaign = await campaigns.findById(_id, null, { session }).lean();
      if (known === null || campaign === null) continue;
      let { counts } = known;
      for (const [at, change] of ofCampaign) {
        const decided = decideCredit(change, campaign.snapshot, counts);
        conversions[at] = decided.conversion;
        counts = decided.counts;
      }
      await capCounts.updateOne({ _id }, { $set: { counts } }, { session });
    }
    return conversions;
  };

/**
 * The counts against the campaigns' limits. A transaction that changes a campaign's counts writes its row
 * first, so that two transactions cannot both use the last place: the second one is retried.
 */
export const capStore = (collections: Collections, session: Session) => {
  const { capCounts } = collections;
  const lockCounts = countsLocker(collections, session);
  const save = async (_id: string, counts: Counts): Promise<void> => {
    await capCounts.updateOne({ _id }, { $set: { counts } }, { session });
  };

  return {
    /** Counts new conversions before they are stored; see decideCaps. */
    admit: async (
      arrived: readonly Conversion[],
      campaign: CampaignSnapshot,
    ): Promise<readonly Conversion[]> => {
      const [first] = arrived;
      if (first === undefined) return arrived;
      const before = await lockCounts(campaign, first.createdAt);
      const { conversions, counts } = decideCaps(arrived, campaign, before);
      await save(campaign.campaignId, counts);
      return conversions;
    },

    /** Starts to count a campaign with new limits, unless it is counted already. */
    begin: async (campaign: CampaignSnapshot, before: CountedBefore): Promise<void> => {
      const { campaignId: _id } = campaign;
      if ((await capCounts.exists({ _id }).session(session)) !== null) return;
      const since = { now: before.moment, from: before.moment, session };
      const counts = await countStored(collections, campaign, since, before.counts);
      await capCounts.create([{ _id, version: 1, counts }], { session });
    },

    /** Applies changes after decisions. Campaigns without limits have no counts. */
    apply: async (changes: readonly CapChange[]): Promise<void> => {
      const byCampaign = Map.groupBy(changes, ({ use }) => use.campaignId);
      for (const [_id, ofCampaign] of byCampaign) {
        const known = await capCounts
          .findOneAndUpdate({ _id }, LOCK, { session, returnDocument: 'after' })
          .lean();
        if (known === null) continue;
        let { counts } = known;
        for (const { use, sign } of ofCampaign) counts = counted(counts, use, sign);
        await save(_id, counts);
      }
    },

    credit: creditCounter(collections, session),

    /** Deletes the counts of a campaign without limits; new limits require a recount. */
    forget: async (campaignId: string): Promise<void> => {
      await capCounts.deleteOne({ _id: campaignId }, { session });
    },
  };
};
export type CapStore = ReturnType<typeof capStore>;

import { type CampaignSnapshot } from '@tributary/contracts';
import { currencyExponent } from '@tributary/money';
import { type CapChange, type Count, counted, type Counts, decideCaps } from '../domain/caps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { periodsAt } from '../domain/limits.ts';
import { type Models, type Session } from './models.ts';

/** What a conversion earns, minor units; in those of before tiers were kept here by its frozen terms alone. */
const expectedMinor = (currency: string) => {
  const value = { $toDouble: '$terms.value' };
  const fixed = { $multiply: [value, 10 ** currencyExponent(currency)] };
  const percentage = { $divide: [{ $multiply: ['$valueMinor', value] }, 100] };
  const byTerms = { $cond: [{ $eq: ['$terms.type', 'fixed'] }, fixed, percentage] };
  const untiered = { $round: [{ $ifNull: ['$namedCommissionMinor', byTerms] }, 0] };
  return { $ifNull: ['$expectedMinor', untiered] };
};

/** When conversions came in; each end may be open. */
interface Range {
  readonly from?: Date;
  readonly before?: Date;
}

/** What the conversions of before there were limits count for, in the periods of `now`, besides `earlier`. */
async function countStored(
  { conversions }: Models,
  campaign: CampaignSnapshot,
  { now, from, before }: Range & { readonly now: Date },
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
  const ownCurrency = {
    $cond: [{ $eq: ['$terms.type', 'fixed'] }, '$terms.currency', '$currency'],
  };
  const cost = { $cond: [{ $eq: [ownCurrency, currency] }, expectedMinor(currency), 0] };
  const days = await conversions.aggregate<Count & { _id: string }>([
    { $match: matching },
    {
      $group: {
        _id: inPeriod('%Y-%m-%d'),
        conversions: { $sum: 1 },
        commissionMinor: { $sum: cost },
      },
    },
  ]);
  const current = new Set(Object.values(periodsAt(now)));
  return days.reduce((counts, { _id: day, ...count }) => {
    const periods = Object.values(periodsAt(new Date(day))).filter((name) => current.has(name));
    return counted(counts, { ...count, campaignId, periods }, 1);
  }, earlier);
}

/** What a campaign's conversions count for that came before a moment. */
export interface CountedBefore {
  readonly moment: Date;
  readonly counts: Counts;
}

/**
 * Counts all that a campaign has had so far, which may take long: outside transactions, and before
 * orders are held to its new limits. Undefined where it is counted already.
 */
export const countBefore =
  (models: Models) =>
  async (campaign: CampaignSnapshot, moment: Date): Promise<CountedBefore | undefined> => {
    if ((await models.capCounts.exists({ _id: campaign.campaignId })) !== null) return undefined;
    return { moment, counts: await countStored(models, campaign, { now: moment, before: moment }) };
  };

const LOCK = { $inc: { version: 1 } };

/** A campaign's counts, for this transaction alone; counted now where that is not done yet. */
const countsLocker =
  (models: Models, session: Session) =>
  async (campaign: CampaignSnapshot, now: Date): Promise<Counts> => {
    const { campaignId: _id } = campaign;
    const known = await models.capCounts
      .findOneAndUpdate({ _id }, LOCK, { session, returnDocument: 'after' })
      .lean();
    if (known !== null) return known.counts;
    const counts = await countStored(models, campaign, { now });
    await models.capCounts.create([{ _id, version: 1, counts }], { session });
    return counts;
  };

/**
 * What counts against the campaigns' limits. Whoever changes a campaign's counts writes its row first, so
 * that two transactions cannot both take the last place: the second is run again.
 */
export const capStore = (models: Models, session: Session) => {
  const { capCounts } = models;
  const lockCounts = countsLocker(models, session);
  const save = async (_id: string, counts: Counts): Promise<void> => {
    await capCounts.updateOne({ _id }, { $set: { counts } }, { session });
  };

  return {
    /** Lets conversions count that are about to be stored; see decideCaps. */
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

    /** Begins to count a campaign that has limits from now on; nothing where it is counted already. */
    begin: async (campaign: CampaignSnapshot, before: CountedBefore): Promise<void> => {
      const { campaignId: _id } = campaign;
      if ((await capCounts.exists({ _id }).session(session)) !== null) return;
      const since = { now: before.moment, from: before.moment };
      const counts = await countStored(models, campaign, since, before.counts);
      await capCounts.create([{ _id, version: 1, counts }], { session });
    },

    /** Counts what was decided later. Campaigns without limits have no counts, and none are made. */
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

    /** A campaign has no limits any more; should it have some again, all is counted anew. */
    forget: async (campaignId: string): Promise<void> => {
      await capCounts.deleteOne({ _id: campaignId }, { session });
    },
  };
};
export type CapStore = ReturnType<typeof capStore>;

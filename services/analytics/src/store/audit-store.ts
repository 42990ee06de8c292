import {
  type ClickDoc,
  type Collections,
  type CommissionFactDoc,
  type ConversionFactDoc,
  type RollupDoc,
  type Session,
} from './collections.ts';
import { type Rollup } from '../domain/rollup.ts';
import { FIGURES } from './sum-pipeline.ts';

/** One campaign's day: small enough to be counted anew in one transaction. */
export interface CampaignDay {
  readonly campaignId: string;
  readonly day: Date;
}

const DAY_MS = 86_400_000;

const rollupOf = ({ _id: id, ...row }: RollupDoc): Rollup => {
  const { dimension, at, value, currency, affiliateId, brandId, campaignId, linkId } = row;
  const figures = Object.fromEntries(
    FIGURES.flatMap((name) => (name in row ? [[name, row[name]]] : [])),
  );
  return { id, dimension, at, value, currency, affiliateId, brandId, campaignId, linkId, figures };
};

/** What sums were made from, and the sums, day by day of each campaign. */
export const auditStore = (collections: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const { clicks, conversions, commissions, clickSums, conversionSums, commissionSums } =
    collections;
  const span = ({ day }: CampaignDay) => ({ $gte: day, $lt: new Date(day.getTime() + DAY_MS) });
  const sumsOf = async (sums: typeof clickSums, place: CampaignDay): Promise<Rollup[]> => {
    const where = { campaignId: place.campaignId, at: span(place) };
    return (await sums.find(where, inSession).toArray()).map(rollupOf);
  };
  return {
    clicks: (place: CampaignDay): AsyncIterable<ClickDoc> =>
      clicks.find(
        { campaignId: place.campaignId, occurredAt: span(place) },
        inSession,
      ) as unknown as AsyncIterable<ClickDoc>,
    conversions: (place: CampaignDay): AsyncIterable<ConversionFactDoc> =>
      conversions.find({ campaignId: place.campaignId, convertedAt: span(place) }, inSession),
    commissions: (place: CampaignDay): AsyncIterable<CommissionFactDoc> =>
      commissions.find({ campaignId: place.campaignId, convertedAt: span(place) }, inSession),
    clickSums: (place: CampaignDay) => sumsOf(clickSums, place),
    conversionSums: (place: CampaignDay) => sumsOf(conversionSums, place),
    commissionSums: (place: CampaignDay) => sumsOf(commissionSums, place),
  };
};

const dayOfField = (field: string) => ({ $dateTrunc: { date: `$${field}`, unit: 'day' } });

/** Every day of a campaign that there is a fact or a sum of, each once. */
export async function* campaignDays(collections: Collections): AsyncGenerator<CampaignDay> {
  const daysOf = (coll: string, field: string) => ({
    coll,
    pipeline: [
      { $match: { campaignId: { $exists: true } } },
      { $group: { _id: { campaignId: '$campaignId', day: dayOfField(field) } } },
    ],
  });
  const rest = [
    daysOf('conversion_facts', 'convertedAt'),
    daysOf('commission_facts', 'convertedAt'),
    daysOf('click_sums', 'at'),
    daysOf('conversion_sums', 'at'),
    daysOf('commission_sums', 'at'),
  ];
  const days = collections.clicks.aggregate<{ _id: CampaignDay }>(
    [
      ...daysOf('clicks', 'occurredAt').pipeline,
      ...rest.map((branch) => ({ $unionWith: branch })),
      { $group: { _id: '$_id' } },
    ],
    { allowDiskUse: true },
  );
  for await (const { _id } of days) yield _id;
}

import { type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type ClickMinute } from '../domain/click-minute.ts';
import { type Rollup } from '../domain/rollup.ts';
import {
  type ClickDocument,
  type Collections,
  type CommissionFactDocument,
  type ConversionFactDocument,
} from './collections.ts';
import { rollupsOfSheet } from './day-sums.ts';

/** One campaign's day, whose sums are recounted together. */
export interface CampaignDay {
  readonly campaignId: string;
  readonly day: Date;
}

/** Facts and their sums by campaign and day. */
export const auditStore = (collections: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const { earlierClicks, clickMinutes, conversions, commissions } = collections;
  const { clickDays, conversionDays, commissionDays } = collections;
  const span = ({ day }: CampaignDay) => ({ $gte: day, $lt: new Date(day.getTime() + DAY_MS) });
  const sumsOf = async (days: typeof clickDays, place: CampaignDay): Promise<Rollup[]> => {
    // Both values, so that the index serves the query.
    const further = { $in: [false, true] };
    const where = { campaignId: place.campaignId, further, at: place.day };
    const rollups: Rollup[] = [];
    for await (const sheet of days.find(where, inSession)) rollups.push(...rollupsOfSheet(sheet));
    return rollups;
  };
  return {
    clickMinutes: (place: CampaignDay): AsyncIterable<ClickMinute> =>
      clickMinutes.find({ campaignId: place.campaignId, at: span(place) }, inSession),
    /** The clicks that versions before stored one by one. */
    earlierClicks: (place: CampaignDay): AsyncIterable<ClickDocument> =>
      earlierClicks.find({ campaignId: place.campaignId, occurredAt: span(place) }, inSession),
    conversions: (place: CampaignDay): AsyncIterable<ConversionFactDocument> =>
      conversions.find(
        { campaignId: place.campaignId, convertedAt: span(place) },
        inSession,
      ) as unknown as AsyncIterable<ConversionFactDocument>,
    commissions: (place: CampaignDay): AsyncIterable<CommissionFactDocument> =>
      commissions.find({ campaignId: place.campaignId, convertedAt: span(place) }, inSession),
    clickSums: (place: CampaignDay) => sumsOf(clickDays, place),
    conversionSums: (place: CampaignDay) => sumsOf(conversionDays, place),
    commissionSums: (place: CampaignDay) => sumsOf(commissionDays, place),
  };
};

const dayOfField = (field: string) => ({ $dateTrunc: { date: `$${field}`, unit: 'day' } });

/** Every day of every campaign with a fact or a sum, each once. */
export async function* campaignDays(collections: Collections): AsyncGenerator<CampaignDay> {
  const daysOf = ({ collectionName: coll }: { collectionName: string }, field: string) => ({
    coll,
    pipeline: [
      { $match: { campaignId: { $exists: true } } },
      { $group: { _id: { campaignId: '$campaignId', day: dayOfField(field) } } },
    ],
  });
  const rest = [
    daysOf(collections.clickMinutes, 'at'),
    daysOf(collections.conversions, 'convertedAt'),
    daysOf(collections.commissions, 'convertedAt'),
    daysOf(collections.clickDays, 'at'),
    daysOf(collections.conversionDays, 'at'),
    daysOf(collections.commissionDays, 'at'),
  ];
  const days = collections.earlierClicks.aggregate<{ _id: CampaignDay }>(
    [
      ...daysOf(collections.earlierClicks, 'occurredAt').pipeline,
      ...rest.map((branch) => ({ $unionWith: branch })),
      { $group: { _id: '$_id' } },
    ],
    { allowDiskUse: true },
  );
  for await (const { _id } of days) yield _id;
}

import {
  affiliateTierChanged,
  clicksCounted,
  commissionAdjusted,
  commissionCreated,
  conversionRejected,
  conversionReplaced,
  conversionReversed,
  type ConversionSnapshot,
  conversionTracked,
  type EventType,
} from '@tributary/contracts';
import { batchConsumer, consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { couponUsesOf } from '../../domain/coupon.ts';
import {
  affiliateFiguresId,
  type FigureIncrement,
  incrementsOfAdjustment,
  incrementsOfClicks,
  incrementsOfCommission,
  incrementsOfConversion,
  incrementsOfLoss,
  incrementsOfReplacement,
} from '../../domain/figures.ts';

/** Consumes in batches, because events are many and change a few totals. */
export function countFiguresConsumers({ coupons, figures }: Deps) {
  const count = <Data>(
    eventType: EventType<Data>,
    incrementsOf: (data: Data, eventId: string) => FigureIncrement[],
    noteUses?: (data: readonly Data[]) => Promise<void>,
  ) =>
    batchConsumer(
      eventType,
      async (events) => {
        await noteUses?.(events.map(({ data }) => data));
        const increments = events.flatMap(({ data, id }) => incrementsOf(data, id));
        if (increments.length > 0) await figures.add(increments);
      },
      { oneAtATime: true },
    );
  const noteUses = (conversions: readonly ConversionSnapshot[]) =>
    coupons.noteUses(couponUsesOf(conversions));
  return [
    consumer(affiliateTierChanged, async ({ data }) => {
      // Exclusive campaigns depend on the platform's tiers, not on a campaign's own tiers.
      if (data.campaignId !== null) return;
      const { affiliateId, benefits } = data;
      await figures.setOpensExclusive(
        affiliateFiguresId(affiliateId),
        benefits.exclusive_campaigns,
      );
    }),
    count(clicksCounted, incrementsOfClicks),
    count(conversionTracked, incrementsOfConversion, noteUses),
    count(conversionReplaced, incrementsOfReplacement, noteUses),
    count(conversionRejected, incrementsOfLoss),
    count(conversionReversed, incrementsOfLoss),
    count(commissionCreated, incrementsOfCommission),
    count(commissionAdjusted, incrementsOfAdjustment),
  ];
}

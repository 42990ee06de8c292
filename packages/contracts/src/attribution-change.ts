import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id } from './fields.ts';
import { sampleIds } from './sample-ids.ts';

/** What an attribution change, or its undo, moved for one affiliate. */
const movedCredit = z.object({
  changeId: id,
  campaignId: id,
  /** Empty where it is not known. */
  campaignName: z.string(),
  brandId: id,
  affiliateId: id,
  totals: z.array(
    z.object({
      currency,
      /** The conversions of which the affiliate's amount changed. */
      conversions: z.int(),
      /** What the affiliate was entitled to of these conversions, minor units. */
      beforeMinor: amountMinor,
      afterMinor: amountMinor,
      /** What was paid or reserved and is owed back, minor units; negative where it is owed back no longer. */
      clawedBackMinor: amountMinor,
    }),
  ),
});
export type MovedCredit = z.output<typeof movedCredit>;

const sample: MovedCredit = {
  changeId: '01975b3c-7c00-7000-8000-00000000c401',
  campaignId: sampleIds.campaignId,
  campaignName: 'Spring sale',
  brandId: sampleIds.brandId,
  affiliateId: sampleIds.affiliateId,
  totals: [
    {
      currency: 'USD',
      conversions: 12,
      beforeMinor: 14_400,
      afterMinor: 12_000,
      clawedBackMinor: 0,
    },
  ],
};

const declaration = {
  topic: 'attribution.assessments',
  key: ({ affiliateId }: MovedCredit) => affiliateId,
  data: movedCredit,
  sample,
  internalBecause: 'commission.created and commission.adjusted publish each amount with the change',
} as const;

export const attributionChangeApplied = defineEvent({
  type: 'attribution_change.applied.v1',
  ...declaration,
  description:
    'A switch of the attribution model over a past period moved an affiliate’s commissions; one for each affiliate.',
});

export const attributionChangeUndone = defineEvent({
  type: 'attribution_change.undone.v1',
  ...declaration,
  description:
    'The undo of a switch of the attribution model moved an affiliate’s commissions; one for each affiliate.',
});

import { attributionModels } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import {
  type ChangeCounts,
  type ChangedConversion,
  changeStatuses,
  type ConversionOutcome,
  skipReasons,
} from '../domain/attribution-change.ts';
import { UNTRAINED_VERSION } from '../domain/attribution.ts';
import { type ChangeProgress } from '../store/attribution-change-store.ts';
import { type ChangeAffiliate } from '../store/changed-conversion-store.ts';

export const changeErrors = {
  campaign_not_found: 'There is no such campaign of this brand',
  change_not_found: 'There is no such change of this campaign',
};

export const changeParams = z.object({ campaign_id: z.uuid(), change_id: z.uuid() });

const counts = z
  .object({
    conversions: z.int().describe('Handled so far'),
    changed: z.int(),
    skipped: z
      .partialRecord(z.enum(skipReasons), z.int())
      .describe('Conversions that keep their commissions, by reason')
      .meta({ examples: [{ rejected: 12, not_approved: 3, unchanged: 870 }] }),
  })
  .meta({
    id: 'AttributionChangeCounts',
    description: 'How many conversions a step handled and changed',
  });

export const changeView = z
  .object({
    id: z.uuid(),
    campaign_id: z.uuid(),
    model: z.enum(attributionModels),
    model_version: z.string(),
    falls_back_to: z
      .enum(['linear'])
      .nullable()
      .describe('Set where data_driven was not trained, and credit is split evenly'),
    period: z
      .object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() })
      .meta({ id: 'Period', description: 'A period of time; its end is exclusive' }),
    status: z
      .enum(changeStatuses)
      .describe(
        'The preview is complete from `ready` on; the books from `applied` and `undone` on',
      ),
    fingerprint: z
      .string()
      .describe(
        'Of the settings, terms and changes that the preview depends on; `apply` requires it',
      ),
    progress: z.number().describe('A ratio of the work that the status names'),
    preview: counts,
    applied: counts,
    undone: counts,
    created_at: z.iso.datetime(),
    created_by: z.string(),
    applied_at: z.iso.datetime().nullable(),
    applied_by: z.string().nullable(),
    undo_id: z.uuid().nullable().describe('The id of the undo in the ledger and its events'),
    undone_at: z.iso.datetime().nullable(),
    undone_by: z.string().nullable(),
  })
  .meta({ id: 'AttributionChange', description: 'A change of the model of a past period' });
type ChangeView = z.output<typeof changeView>;

const countsOf = ({ conversions, changed, skipped }: ChangeCounts): ChangeView['preview'] => ({
  conversions,
  changed,
  skipped,
});

function progressOf({ status, done, preview }: ChangeProgress): number {
  if (status === 'preparing') return 0;
  if (status !== 'applying' && status !== 'undoing') return 1;
  return Math.min(0.99, done / Math.max(1, preview.conversions));
}

export const toChangeView = (change: ChangeProgress): ChangeView => ({
  id: change.id,
  campaign_id: change.campaignId,
  model: change.settings.model,
  model_version: change.modelVersion,
  falls_back_to: change.modelVersion === UNTRAINED_VERSION ? 'linear' : null,
  period: { start_date: change.from.toISOString(), end_date: change.to.toISOString() },
  status: change.status,
  fingerprint: change.fingerprint,
  progress: progressOf(change),
  preview: countsOf(change.preview),
  applied: countsOf(change.applied),
  undone: countsOf(change.undone),
  created_at: change.createdAt.toISOString(),
  created_by: change.createdBy,
  applied_at: change.appliedAt?.toISOString() ?? null,
  applied_by: change.appliedBy,
  undo_id: change.undoId,
  undone_at: change.undoneAt?.toISOString() ?? null,
  undone_by: change.undoneBy,
});

const amounts = {
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  owed_back: z
    .number()
    .describe(
      'What of the difference is paid or reserved and becomes a debt; negative where it ends one',
    ),
};

const sums = z
  .object({ conversions: z.int(), ...amounts })
  .meta({ id: 'AttributionChangeSums', description: 'What a step moves of one affiliate' });

export const affiliateTotalsView = z
  .object({
    affiliate_id: z.uuid(),
    currency: z.string(),
    preview: sums.nullable(),
    applied: sums.nullable(),
    undone: sums.nullable(),
  })
  .meta({ id: 'AttributionChangeAffiliate', description: 'What a change moves for one affiliate' });

interface Moved {
  readonly beforeMinor: number;
  readonly afterMinor: number;
  readonly clawedBackMinor: number;
}

const amountsOf = ({ beforeMinor, afterMinor, clawedBackMinor }: Moved, currency: string) => ({
  before: toWireNumber(beforeMinor, currency),
  after: toWireNumber(afterMinor, currency),
  difference: toWireNumber(afterMinor - beforeMinor, currency),
  owed_back: toWireNumber(clawedBackMinor, currency),
});

export function toAffiliateTotals(
  affiliate: ChangeAffiliate,
): z.output<typeof affiliateTotalsView> {
  const { affiliateId, currency, preview, applied, undone } = affiliate;
  const sumsOf = (phase: typeof preview) =>
    phase === undefined ? null : { conversions: phase.conversions, ...amountsOf(phase, currency) };
  return {
    affiliate_id: affiliateId,
    currency,
    preview: sumsOf(preview),
    applied: sumsOf(applied),
    undone: sumsOf(undone),
  };
}

const outcome = z
  .object({
    skipped: z
      .enum(skipReasons)
      .nullable()
      .describe('Why it keeps its commissions; null where they move'),
    affiliates: z
      .array(z.object({ affiliate_id: z.uuid(), ...amounts }))
      .describe('The affiliates whose amount differs; the differences sum to 0'),
  })
  .meta({ id: 'AttributionChangeOutcome', description: 'What a step moves of one conversion' });

export const changedConversionView = z
  .object({
    conversion_id: z.uuid(),
    order_id: z.string().nullable(),
    converted_at: z.iso.datetime(),
    currency: z.string().nullable().describe('Of the commissions; null where there are none'),
    preview: outcome,
    applied: outcome.nullable().describe('What the change moved; null before it'),
    undone: outcome.nullable().describe('What the undo moved; null before it'),
  })
  .meta({ id: 'ChangedConversion', description: 'A conversion of a change of attribution' });

export function toChangedConversionView(
  conversion: ChangedConversion,
): z.output<typeof changedConversionView> {
  const { conversionId, orderId, convertedAt, currency, applied, undone } = conversion;
  const outcomeOf = ({ skipped, moves }: ConversionOutcome) => ({
    skipped,
    affiliates: moves.map(({ affiliateId, ...moved }) => ({
      affiliate_id: affiliateId,
      ...amountsOf(moved, currency),
    })),
  });
  return {
    conversion_id: conversionId,
    order_id: orderId,
    converted_at: convertedAt.toISOString(),
    currency: currency === '' ? null : currency,
    preview: outcomeOf(conversion),
    applied: applied === null ? null : outcomeOf(applied),
    undone: undone === null ? null : outcomeOf(undone),
  };
}

import { z } from 'zod';
import { type ShadowRun } from '../domain/shadow.ts';

const tally = z
  .object({
    orders: z.int(),
    fraud: z.int().describe('Those of them that brands found to be fraud since'),
    honest: z.int().describe('Those of them that brands approved'),
  })
  .meta({
    id: 'ShadowTally',
    description: 'Conversions, and what they turned out to be',
    examples: [{ orders: 12, fraud: 3, honest: 7 }],
  });

export const shadowRunView = z
  .object({
    from: z.iso.datetime().describe('The orders since then were compared'),
    compared_at: z.iso.datetime(),
    orders: z.int(),
    flagged_before: z
      .int()
      .describe('With a score above the review threshold, by the weights in force'),
    flagged_after: z.int().describe('The same by the other weights'),
    newly_flagged: tally,
    newly_freed: tally,
    changed: z
      .array(
        z
          .object({
            conversion_id: z.uuid(),
            affiliate_id: z.uuid().nullable(),
            score_before: z.number(),
            score_after: z.number(),
          })
          .meta({ id: 'ShadowChange', description: 'A conversion whose flag would change' }),
      )
      .describe('The largest changes first, at most 100'),
  })
  .meta({
    id: 'ShadowRun',
    description: 'What other weights of the fraud score would change',
    examples: [
      {
        from: '2026-04-01T04:40:00.000Z',
        compared_at: '2026-05-01T04:40:00.000Z',
        ...{ orders: 4_120, flagged_before: 61, flagged_after: 58 },
        newly_flagged: { orders: 9, fraud: 6, honest: 1 },
        newly_freed: { orders: 12, fraud: 1, honest: 10 },
        changed: [],
      },
    ],
  });

export const toShadowRunView = ({
  from,
  at,
  ...run
}: ShadowRun & { readonly from: Date; readonly at: Date }): z.output<typeof shadowRunView> => ({
  from: from.toISOString(),
  compared_at: at.toISOString(),
  orders: run.orders,
  flagged_before: run.flaggedBefore,
  flagged_after: run.flaggedAfter,
  newly_flagged: { ...run.newlyFlagged },
  newly_freed: { ...run.newlyFreed },
  changed: run.changed.map(({ conversionId, affiliateId, before, after }) => ({
    conversion_id: conversionId,
    affiliate_id: affiliateId,
    score_before: before,
    score_after: after,
  })),
});

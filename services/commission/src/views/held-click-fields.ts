import { z } from 'zod';
import { DAY_MS } from '@tributary/units';
import type { HeldFilter } from '../store/held-click-store.ts';

/** What campaigns pay for in batches. */
export const unitKind = z.enum(['click', 'impression']);

/** A reason as statements and held clicks state it. */
const reasonText = z.string().regex(/^[a-z_]{1,40}$/);

/** The time range of a UTC day, the end excluded. */
function dayRange(day: string): { from: Date; until: Date } {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

/** The fields by which calls choose held clicks of a campaign; absent ones match all. */
export const heldClickFields = {
  campaign_id: z.uuid(),
  affiliate_id: z.uuid().optional(),
  kind: unitKind.optional(),
  date: z.iso.date().optional(),
  reason: reasonText.optional(),
} as const;

type Fields = z.output<z.ZodObject<typeof heldClickFields>>;

export const heldFilterOf = (fields: Fields): HeldFilter => ({
  campaignId: fields.campaign_id,
  affiliateId: fields.affiliate_id,
  kind: fields.kind,
  reason: fields.reason,
  between: fields.date === undefined ? undefined : dayRange(fields.date),
});

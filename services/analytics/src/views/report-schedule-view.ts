import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { currencySchema } from '@tributary/money';
import { reportKinds } from '../domain/report.ts';
import { isTimezone } from '../domain/report-calendar.ts';
import { exportFormats } from '../domain/report-table.ts';
import { frequencies } from '../domain/schedule.ts';
import { type ScheduleDocument } from '../store/collections.ts';

export const SCHEDULES_PATH = '/api/affiliate-reports/schedules';

const fields = {
  kind: z.enum(reportKinds),
  format: z.enum(exportFormats),
  frequency: z.enum(frequencies),
};

const timezone = z.string().max(64).refine(isTimezone, 'Must be an IANA time zone');
const hour = z.int().min(0).max(23).describe('Of the day in that zone');
const optionalId = z.uuid().nullable();

/** A schedule as its affiliate creates it. */
export const newSchedule = z.strictObject({
  ...fields,
  timezone: timezone.default('UTC'),
  hour: hour.default(8),
  currency: currencySchema.default('USD'),
  campaign_id: optionalId.default(null),
  link_id: optionalId.default(null),
});

/** What an update may change. */
export const scheduleChanges = z
  .strictObject({
    ...fields,
    timezone,
    hour,
    currency: currencySchema,
    campaign_id: optionalId,
    link_id: optionalId,
  })
  .partial();

export const scheduleSchema = z.object({
  id: z.uuid(),
  ...fields,
  timezone: z.string(),
  hour: z.int(),
  currency: z.string(),
  campaign_id: z.uuid().nullable(),
  link_id: z.uuid().nullable(),
  next_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});

export const unknownSchedule = () => notFound('not_found', { message: 'There is no such record' });

export const scheduleView = (schedule: ScheduleDocument): z.output<typeof scheduleSchema> => ({
  id: schedule._id,
  kind: schedule.kind,
  format: schedule.format,
  frequency: schedule.frequency,
  timezone: schedule.timezone,
  hour: schedule.hour,
  currency: schedule.currency,
  campaign_id: schedule.campaignId,
  link_id: schedule.linkId,
  next_at: schedule.nextAt.toISOString(),
  created_at: schedule.createdAt.toISOString(),
});

import { z } from 'zod';
import { withoutUndefined } from '@tributary/mongo';
import { currencySchema } from '@tributary/money';
import { brandReportKinds } from '../domain/brand-report.ts';
import { reportKinds } from '../domain/report.ts';
import { isTimezone } from '../domain/report-calendar.ts';
import { exportFormats } from '../domain/report-table.ts';
import { frequencies } from '../domain/schedule.ts';
import { type ScheduleDocument } from '../store/collections.ts';

export const SCHEDULES_PATH = '/api/affiliate-reports/schedules';
export const BRAND_SCHEDULES_PATH = '/api/brand/reports/schedules';

const timezone = z.string().max(64).refine(isTimezone, 'Must be an IANA time zone');
const hour = z.int().min(0).max(23).describe('Of the day in that zone');
const optionalId = z.uuid().nullable();

const rhythm = { format: z.enum(exportFormats), frequency: z.enum(frequencies) };
const common = { ...rhythm, timezone, hour, currency: currencySchema, campaign_id: optionalId };
const defaults = {
  timezone: timezone.default('UTC'),
  hour: hour.default(8),
  currency: currencySchema.default('USD'),
  campaign_id: optionalId.default(null),
};
const own = { kind: z.enum(reportKinds) };
const ofBrand = { kind: z.enum(brandReportKinds) };

/** A schedule as its affiliate creates it. */
export const newSchedule = z.strictObject({
  ...own,
  ...rhythm,
  ...defaults,
  link_id: optionalId.default(null),
});

/** A schedule as its brand creates it. */
export const newBrandSchedule = z.strictObject({
  ...ofBrand,
  ...rhythm,
  ...defaults,
  affiliate_id: optionalId.default(null).describe('The only affiliate that the report covers'),
});

/** What an update may change. */
export const scheduleChanges = z.strictObject({ ...own, ...common, link_id: optionalId }).partial();
export const brandScheduleChanges = z
  .strictObject({ ...ofBrand, ...common, affiliate_id: optionalId })
  .partial();

const shown = {
  id: z.uuid(),
  ...rhythm,
  timezone: z.string(),
  hour: z.int(),
  currency: z.string(),
  campaign_id: z.uuid().nullable(),
  next_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
};

export const scheduleSchema = z
  .object({ ...shown, ...own, link_id: z.uuid().nullable() })
  .meta({ id: 'ReportSchedule', description: 'A report that comes by itself' });
export const brandScheduleSchema = z
  .object({
    ...shown,
    ...ofBrand,
    affiliate_id: z.uuid().nullable(),
  })
  .meta({ id: 'BrandReportSchedule', description: 'A report of a brand that comes by itself' });

type Given = z.output<typeof scheduleChanges> | z.output<typeof brandScheduleChanges>;

/** The fields of a schedule that are given. */
export function scheduleFieldsOf(given: Given) {
  const { campaign_id: campaignId, ...rest } = given;
  const {
    link_id: linkId,
    affiliate_id: onlyAffiliateId,
    ...same
  } = {
    link_id: undefined,
    affiliate_id: undefined,
    ...rest,
  };
  return withoutUndefined({ ...same, campaignId, linkId, onlyAffiliateId });
}

type New = z.output<typeof newSchedule> | z.output<typeof newBrandSchedule>;

/** A new schedule of an affiliate or a brand. */
export function newScheduleOf({ campaign_id: campaignId, ...given }: New, accountId: string) {
  const { kind, format, frequency, timezone, hour, currency } = given;
  const timing = { frequency, timezone, hour };
  const common = { affiliateId: accountId, kind, format, ...timing, currency, campaignId };
  return 'link_id' in given
    ? { ...common, linkId: given.link_id }
    : { ...common, linkId: null, onlyAffiliateId: given.affiliate_id };
}

const commonView = (schedule: ScheduleDocument) => ({
  id: schedule._id,
  format: schedule.format,
  frequency: schedule.frequency,
  timezone: schedule.timezone,
  hour: schedule.hour,
  currency: schedule.currency,
  campaign_id: schedule.campaignId,
  next_at: schedule.nextAt.toISOString(),
  created_at: schedule.createdAt.toISOString(),
});

export const scheduleView = (schedule: ScheduleDocument): z.input<typeof scheduleSchema> => ({
  ...commonView(schedule),
  kind: own.kind.parse(schedule.kind),
  link_id: schedule.linkId,
});

export const brandScheduleView = (
  schedule: ScheduleDocument,
): z.input<typeof brandScheduleSchema> => ({
  ...commonView(schedule),
  kind: ofBrand.kind.parse(schedule.kind),
  affiliate_id: schedule.onlyAffiliateId ?? null,
});

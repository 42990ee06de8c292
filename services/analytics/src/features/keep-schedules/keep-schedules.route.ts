import { z } from 'zod';
import { conflict, notFound } from '@tributary/errors';
import { currencySchema } from '@tributary/money';
import { route } from '@tributary/service';
import { isTimezone, nextRun, type Rhythm } from '../../calendar/report-calendar.ts';
import { type Deps } from '../../deps.ts';
import { reportKinds } from '../../domain/report.ts';
import { exportFormats } from '../../domain/report-table.ts';
import { frequencies, SCHEDULES_AT_MOST } from '../../domain/schedule.ts';
import { type ScheduleDoc } from '../../store/schedule-store.ts';

const PATH = '/api/affiliate-reports/schedules';

const fields = {
  kind: z.enum(reportKinds),
  format: z.enum(exportFormats),
  frequency: z.enum(frequencies),
};

const timezone = z.string().max(64).refine(isTimezone, 'Must be an IANA time zone');
const hour = z.int().min(0).max(23).describe('Of the day in that zone');
const only = z.uuid().nullable();

const body = z.strictObject({
  ...fields,
  timezone: timezone.default('UTC'),
  hour: hour.default(8),
  currency: currencySchema.default('USD'),
  campaign_id: only.default(null),
  link_id: only.default(null),
});

const changes = z
  .strictObject({
    ...fields,
    timezone,
    hour,
    currency: currencySchema,
    campaign_id: only,
    link_id: only,
  })
  .partial();

const scheduleSchema = z.object({
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

const unknownSchedule = () => notFound('not_found', { message: 'There is no such record' });

const scheduleView = (schedule: ScheduleDoc): z.output<typeof scheduleSchema> => ({
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

export const createScheduleRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: PATH,
    summary: 'Has a report sent by itself, daily, weekly or monthly',
    description:
      'At the given hour of the zone, of the day, week (from Monday) or month that has ended, by e-mail with a link to the file.',
    allow: ['affiliate'],
    scope: 'analytics:write',
    body,
    idempotent: true,
    status: 201,
    response: scheduleSchema,
    errors: { too_many_schedules: `409: at most ${String(SCHEDULES_AT_MOST)}` },
    handle: ({ body: given, actor }) =>
      deps.transaction(async ({ schedules }) => {
        if ((await schedules.list(actor.id)).length >= SCHEDULES_AT_MOST) {
          throw conflict('too_many_schedules', {
            message: `At most ${String(SCHEDULES_AT_MOST)} reports come by themselves`,
          });
        }
        const { campaign_id: campaignId, link_id: linkId, ...rest } = given;
        const createdAt = deps.clock.now();
        const nextAt = nextRun(given, createdAt);
        const owner = { _id: deps.newId(), affiliateId: actor.id };
        const schedule = { ...owner, ...rest, campaignId, linkId, nextAt, createdAt };
        await schedules.create(schedule);
        return scheduleView(schedule);
      }),
  });

export const listSchedulesRoute = ({ schedules }: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'The reports that come by themselves, newest first',
    allow: ['affiliate'],
    scope: 'analytics:read',
    response: z.object({ schedules: z.array(scheduleSchema) }),
    handle: async ({ actor }) => ({
      schedules: (await schedules.list(actor.id)).map(scheduleView),
    }),
  });

/** The schedule with what was asked for; a rhythm that stays keeps the run that is due. */
function changed(before: ScheduleDoc, given: z.output<typeof changes>, now: Date): ScheduleDoc {
  const { campaign_id: campaignId = before.campaignId, link_id: linkId = before.linkId } = given;
  const rhythm = {
    frequency: given.frequency ?? before.frequency,
    timezone: given.timezone ?? before.timezone,
    hour: given.hour ?? before.hour,
  };
  return {
    ...before,
    ...rhythm,
    campaignId,
    linkId,
    kind: given.kind ?? before.kind,
    format: given.format ?? before.format,
    currency: given.currency ?? before.currency,
    nextAt: isSameRhythm(rhythm, before) ? before.nextAt : nextRun(rhythm, now),
  };
}

const isSameRhythm = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency && one.timezone === other.timezone && one.hour === other.hour;

export const changeScheduleRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: `${PATH}/:schedule_id`,
    summary: 'Changes a report that comes by itself; what is left out stays',
    allow: ['affiliate'],
    scope: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    body: changes,
    response: scheduleSchema,
    handle: ({ params, body: given, actor }) =>
      deps.transaction(async ({ schedules }) => {
        const before = await schedules.find(params.schedule_id, actor.id);
        if (before === undefined) throw unknownSchedule();
        const after = changed(before, given, deps.clock.now());
        await schedules.replace(after);
        return scheduleView(after);
      }),
  });

export const removeScheduleRoute = ({ schedules }: Deps) =>
  route({
    method: 'delete',
    path: `${PATH}/:schedule_id`,
    summary: 'Has a report sent no more',
    allow: ['affiliate'],
    scope: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      if (!(await schedules.remove(params.schedule_id, actor.id))) {
        throw unknownSchedule();
      }
      return { success: true, message: 'The report comes no more' };
    },
  });

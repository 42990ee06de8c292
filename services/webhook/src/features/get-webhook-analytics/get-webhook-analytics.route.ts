import { z } from 'zod';
import { route, wholeNumber } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { type Totals } from '../../store/count-store.ts';
import { planErrors } from '../../views/endpoint-errors.ts';

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      total_endpoints: z.int(),
      active_endpoints: z.int(),
      total_events_sent: z.int(),
      successful_deliveries: z.int(),
      failed_deliveries: z.int(),
      success_rate: z.number().meta({ description: 'Percent of the deliveries that ended' }),
      average_response_time: z.int().meta({ description: 'Milliseconds per attempt' }),
      events_by_type: z.array(
        z
          .object({ event_type: z.string(), count: z.int() })
          .meta({ id: 'EventCount', description: 'Messages on one event' }),
      ),
      daily_stats: z.array(
        z
          .object({ date: z.iso.date(), sent: z.int(), successful: z.int(), failed: z.int() })
          .meta({ id: 'DailyDeliveries', description: 'Messages of one day' }),
      ),
    })
    .meta({ id: 'WebhookAnalytics', description: 'How the caller’s messages were delivered' }),
});

export const getWebhookAnalyticsRoute = (deps: Deps) =>
  route({
    operationId: 'getWebhookAnalytics',
    method: 'get',
    path: '/api/webhooks/analytics',
    summary: 'Delivery statistics of the caller’s webhooks',
    description: 'Counts of the last days, by event and by day.',
    allow: 'signed_in',
    permission: 'webhooks:read',
    query: z.strictObject({ days: wholeNumber({ min: 1, max: 365 }).default(30) }),
    response,
    errors: planErrors,
    handle: async ({ actor, query }) => {
      requirePro(actor);
      const days = daysUpTo(deps.clock.now(), query.days);
      const [fromDay = ''] = days;
      const endpoints = await deps.endpoints.count(actor.id);
      const byEvent = await deps.counts.totalsByEvent(actor.id, fromDay);
      const dailyTotals = await deps.counts.totalsByDay(actor.id, fromDay);
      const byDay = new Map(dailyTotals.map((totals) => [totals._id, totals]));
      return {
        success: true,
        data: {
          total_endpoints: endpoints.total,
          active_endpoints: endpoints.active,
          ...summary(dailyTotals),
          events_by_type: byEvent.map(({ _id, sent }) => ({ event_type: _id, count: sent })),
          daily_stats: days.map((date) => dayView(date, byDay.get(date))),
        },
      };
    },
  });

/** The last `count` days up to today (UTC) as YYYY-MM-DD. */
const daysUpTo = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

const dayView = (date: string, totals: Totals | undefined) => ({
  date,
  sent: totals?.sent ?? 0,
  successful: totals?.succeeded ?? 0,
  failed: totals?.failed ?? 0,
});

function summary(dailyTotals: readonly Totals[]) {
  const sum = (field: keyof Totals): number =>
    dailyTotals.reduce((total, day) => total + day[field], 0);
  const [succeeded, failed, attempts] = [sum('succeeded'), sum('failed'), sum('attempts')];
  const ended = succeeded + failed;
  return {
    total_events_sent: sum('sent'),
    successful_deliveries: succeeded,
    failed_deliveries: failed,
    success_rate: ended === 0 ? 0 : Math.round((succeeded / ended) * 10_000) / 100,
    average_response_time: attempts === 0 ? 0 : Math.round(sum('durationMs') / attempts),
  };
}

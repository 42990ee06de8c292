import { type TrackingAlarmKind, trackingAlarmKinds } from '@tributary/contracts';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { alarmsOf, browserFamilies, type HealthDay, sumsOf } from '../../domain/tracking-health.ts';
import { readTrackingHealth } from '../../workflows/read-tracking-health.ts';

const query = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(3)
    .max(30)
    .default(14)
    .describe('How many UTC days, today included'),
});

const orders = z.int().describe('Orders that were reported, or that a connected shop has');
const withClick = z.int().describe('Of these, orders that carry a click');

const day = z
  .object({
    date: z.iso.date(),
    clicks_expected: z.int().describe('Visitors who were sent to the shop'),
    clicks_seen: z.int().describe('Of these, those whom the script of the shop’s pages has seen'),
    orders,
    orders_with_click: withClick,
    by_browser: z
      .array(
        z
          .object({ browser: z.enum(browserFamilies), orders, orders_with_click: withClick })
          .meta({ id: 'BrowserOrders', description: 'The orders of one browser on a day' }),
      )
      .describe('Browsers without an order are left out'),
  })
  .meta({ id: 'TrackingDay', description: 'What was seen of the brand’s shops on a day' });

const AGES = ['under_1_day', '1_to_7_days', '7_to_30_days', '30_to_90_days', 'older'] as const;

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      status: z.enum(['healthy', 'alarm']),
      alarms: z
        .array(
          z
            .object({
              kind: z.enum(trackingAlarmKinds),
              message: z.string(),
              since: z.iso
                .datetime()
                .optional()
                .describe('When the brand was notified; not yet for an alarm of the last hour'),
            })
            .meta({ id: 'TrackingAlarm', description: 'What has suddenly stopped' }),
        )
        .describe('None while all is well'),
      click_age_at_order: z
        .record(z.enum(AGES), z.int())
        .describe('Orders by the age of their click: what a cookie that lives shorter would lose'),
      days: z.array(day).describe('The oldest first'),
    })
    .meta({ id: 'TrackingHealth', description: 'The state of a brand’s tracking' }),
});

const MESSAGES: Readonly<Record<TrackingAlarmKind, string>> = {
  orders_without_click:
    'Orders of the last two days carry no click, while earlier ones did: look whether the checkout still passes it on',
  clicks_not_seen:
    'The script sees no visitor since yesterday, while it did before: look whether the pages still have it',
};

const viewOf = (one: HealthDay): z.output<typeof day> => ({
  date: one.date,
  clicks_expected: one.clicks,
  clicks_seen: one.arrivals,
  orders: sumsOf([one]).orders,
  orders_with_click: sumsOf([one]).withClick,
  by_browser: one.orders.map((of) => ({
    browser: of.browser,
    orders: of.withClick + of.withoutClick,
    orders_with_click: of.withClick,
  })),
});

export const getTrackingHealthRoute = (deps: Deps) =>
  route({
    operationId: 'getTrackingHealth',
    method: 'get',
    path: '/api/brand/tracking-health',
    summary: 'Whether clicks and orders of the brand’s shops arrive as expected',
    description:
      'Clicks expected against seen, orders with a click by day and browser, and the age of clicks at the order. It raises an ' +
      'alarm where orders of the last two days carry no click, or the script sees no visitor, while both were usual ' +
      'before. The brand is notified once when an alarm begins and once when it ends; it lasts until a click is seen again. Orders without a click are known of connected shops, and where a coupon code brought them. What scripts and ' +
      'connected shops have shown is counted approximately (1 %).',
    allow: ['brand'] as const,
    permission: 'tracking:read',
    query,
    response,
    handle: async ({ query: { days: count }, actor }) => {
      const { days, ages } = await readTrackingHealth(deps, { brandId: actor.id }, count);
      const open = await deps.trackingAlarms.list(actor.id);
      const alarms = trackingAlarmKinds.flatMap((kind) => {
        const since = open.find((alarm) => alarm.kind === kind)?.since.toISOString();
        if (since === undefined && !alarmsOf(days).includes(kind)) return [];
        return [{ kind, message: MESSAGES[kind], ...(since === undefined ? {} : { since }) }];
      });
      return {
        success: true,
        data: {
          status: alarms.length === 0 ? 'healthy' : 'alarm',
          alarms,
          click_age_at_order: Object.fromEntries(
            AGES.map((name, index) => [name, ages[index] ?? 0]),
          ),
          days: days.map(viewOf),
        },
      };
    },
  });

import { conversionSources } from '@tributary/contracts';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { requireOwnCampaign } from '../../workflows/own-campaign.ts';

const body = z.strictObject({
  campaign_id: uuidInput.optional().describe('Of one campaign alone; default: of all'),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When the set-up began, so that earlier clicks and orders do not count'),
});

const data = z
  .object({
    first_click: z
      .object({
        click_id: z.uuid(),
        tracking_code: z.string(),
        clicked_at: z.iso.datetime(),
      })
      .nullable()
      .describe('The first click that we saw; null for none yet'),
    first_order: z
      .object({
        conversion_id: z.uuid(),
        order_id: z.string(),
        source: z.enum(conversionSources).describe('The way in which it was reported'),
        has_click: z.boolean().describe('Whether the order carries a click'),
        reported_at: z.iso.datetime().describe('When the order was reported'),
      })
      .nullable()
      .describe('The first order that we saw; null for none yet'),
    is_complete: z.boolean().describe('Whether both were seen, and the order carries a click'),
  })
  .meta({ id: 'InstallCheck', description: 'How far the set-up of a shop is' });

type Found<Name extends keyof Deps['trackingHealth']> = Awaited<
  ReturnType<Deps['trackingHealth'][Name]>
>;

type FirstClick =
  | Pick<NonNullable<Found<'findFirstClick'>>, 'clickId' | 'trackingCode' | 'occurredAt'>
  | undefined;

const clickViewOf = (click: FirstClick) =>
  click === undefined
    ? null
    : {
        click_id: click.clickId,
        tracking_code: click.trackingCode,
        clicked_at: click.occurredAt.toISOString(),
      };

/** The click of the first order: it may wait to be counted, or not count, such as that of a program. */
async function clickOfOrder(
  { clickFinder }: Pick<Deps, 'clickFinder'>,
  order: Found<'findFirstOrder'>,
): Promise<FirstClick> {
  const clickId = order?.clickId ?? null;
  if (clickId === null) return undefined;
  const click = await clickFinder.find(clickId, { waitForReplication: false });
  return click && { ...click, occurredAt: new Date(click.occurredAt) };
}

const orderViewOf = (order: Found<'findFirstOrder'>) =>
  order === undefined
    ? null
    : {
        conversion_id: order._id,
        order_id: order.orderId,
        source: order.source,
        has_click: order.clickId !== null,
        reported_at: order.createdAt.toISOString(),
      };

function viewOf(click: FirstClick, order: Found<'findFirstOrder'>): z.output<typeof data> {
  const [first_click, first_order] = [clickViewOf(click), orderViewOf(order)];
  const is_complete = first_click !== null && first_order?.has_click === true;
  return { first_click, first_order, is_complete };
}

const messageOf = ({ first_click, first_order }: z.output<typeof data>): string => {
  if (first_click === null) return 'Open one of the campaign’s tracking links in a new window';
  if (first_order === null) return 'We saw your first click. Place a test order in the same window';
  if (!first_order.has_click) return 'We saw an order, but it carries no click';
  return 'We saw your first click and your first order';
};

export const checkInstallRoute = (deps: Deps) =>
  route({
    operationId: 'checkInstall',
    method: 'post',
    path: '/api/track/install-check',
    summary: 'Whether we saw the shop’s first click and first order',
    description:
      'For a wizard that waits while a person sets a shop up: call it every few seconds. `message` states what to do next. A ' +
      'click appears within seconds of the visit, at the latest with its order.',
    allow: ['brand'] as const,
    unaudited: 'it changes nothing',
    permission: 'tracking:read',
    body,
    response: z.object({ success: z.literal(true), data, message: z.string() }),
    errors: { campaign_not_found: 'There is no such campaign of this brand' },
    handle: async ({ body: { campaign_id: campaignId, since }, actor }) => {
      const scope = { brandId: actor.id, campaignId };
      await requireOwnCampaign(deps, scope);
      const start = new Date(since ?? 0);
      const [counted, order] = await Promise.all([
        deps.trackingHealth.findFirstClick(scope, start),
        deps.trackingHealth.findFirstOrder(scope, start),
      ]);
      const seen = viewOf(counted ?? (await clickOfOrder(deps, order)), order);
      return { success: true, data: seen, message: messageOf(seen) };
    },
  });

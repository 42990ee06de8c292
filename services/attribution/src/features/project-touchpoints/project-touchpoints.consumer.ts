import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type TouchpointRow } from '../../store/models.ts';

const touchpointOf = (click: ClickRow): TouchpointRow => ({
  _id: click.clickId,
  visitorId: click.visitorId,
  campaignId: click.campaignId,
  affiliateId: click.affiliateId,
  linkId: click.linkId,
  occurredAt: new Date(click.occurredAt),
  device: click.device,
  country: click.country,
});

/** Bots, prefetches and visitors outside the campaign's targets lead nobody to a shop. */
const canEarn = ({ validity }: ClickRow): boolean =>
  validity === 'valid' || validity === 'duplicate';

export const projectTouchpointsConsumer = ({ touchpoints }: Deps) =>
  batchConsumer(clickRecorded, (events) =>
    touchpoints.add(
      events
        .map(({ data }) => data)
        .filter(canEarn)
        .map(touchpointOf),
    ),
  );

import {
  impressionRecorded,
  type ImpressionRow,
  type PaidClick,
  paidClicksRecorded,
} from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import type { Unit } from '../../domain/unit-payment.ts';
import { recordPaidClicks } from './record-paid-clicks.ts';

const isCounted = ({ validity }: PaidClick): boolean =>
  validity === 'valid' || validity === 'duplicate';

const unitOfClick = (click: PaidClick): Unit => ({
  id: click.clickId,
  kind: 'click',
  affiliateId: click.affiliateId,
  campaignId: click.campaignId,
  linkId: click.linkId,
  at: new Date(click.occurredAt),
  isFirst: click.isUnique,
  invalidity: isCounted(click) ? undefined : click.validity,
  traffic: click.traffic,
});

const unitOfImpression = (impression: ImpressionRow): Unit => ({
  id: impression.impressionId,
  kind: 'impression',
  affiliateId: impression.affiliateId,
  campaignId: impression.campaignId,
  linkId: impression.linkId,
  at: new Date(impression.occurredAt),
  isFirst: impression.isUnique,
  invalidity: undefined,
  traffic: impression.traffic,
});

/** Records the clicks and impressions of campaigns that pay for them. One call at a time, because they add to the same sums. */
export const recordPaidClicksConsumers = (deps: Deps) => {
  const record = recordPaidClicks(deps);
  return [
    batchConsumer(
      paidClicksRecorded,
      (events) => record(events.flatMap(({ data }) => data.clicks.map(unitOfClick))),
      { oneAtATime: true },
    ),
    batchConsumer(
      impressionRecorded,
      (events) => record(events.map(({ data }) => unitOfImpression(data))),
      { oneAtATime: true },
    ),
  ];
};

import { type Deps } from '../../deps.ts';
import { decideNumber } from '../../domain/link.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly number: string;
}

/** Removes a number from a campaign and from the link that it is assigned to. @throws not_found */
export const deleteTrackingNumber =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ campaignId, brandId, number }: Input): Promise<void> =>
    transaction(async ({ campaigns, links, trackingNumbers, outbox }) => {
      await campaigns.getOwn(campaignId, brandId);
      const { linkId } = await trackingNumbers.delete(number, campaignId);
      const link = linkId === null ? undefined : await links.find(linkId);
      if (link === undefined) return;
      const decided = decideNumber(link, null);
      await links.save(decided.link);
      await outbox.add(...decided.events);
    });

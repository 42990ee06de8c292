import { conflict, invalid } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideNumber } from '../../domain/link.ts';
import { type TrackingNumber } from '../../domain/tracking-number.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly numbers: readonly string[];
}

/**
 * Adds numbers of the brand's telephone provider to a call campaign. Links without a number get
 * one now, oldest first; the rest is assigned to new links.
 * @throws not_found; invalid `not_a_call_campaign`; conflict `number_taken`
 */
export const createTrackingNumbers =
  (deps: Pick<Deps, 'clock' | 'transaction'>) =>
  async ({ campaignId, brandId, numbers: requested }: Input): Promise<TrackingNumber[]> => {
    const unique = [...new Set(requested)];
    try {
      return await deps.transaction(async ({ campaigns, links, trackingNumbers, outbox }) => {
        const campaign = await campaigns.getOwn(campaignId, brandId);
        if (campaign.type !== 'call') {
          throw invalid('not_a_call_campaign', { message: 'Only call campaigns have numbers' });
        }
        const waiting = await links.listWithoutNumber(campaignId, unique.length);
        const createdAt = deps.clock.now();
        const created = unique.map((number, index) => {
          const linkId = waiting[index]?.id ?? null;
          return { number, brandId, campaignId, linkId, createdAt };
        });
        await trackingNumbers.createAll(created);
        for (const [index, link] of waiting.entries()) {
          const decided = decideNumber(link, unique[index] ?? null);
          await links.save(decided.link);
          await outbox.add(...decided.events);
        }
        return created;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('number_taken', { message: 'One of these numbers is in use already' });
    }
  };

import { conflict, invalid } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { decideNumber } from '../../domain/link.ts';
import { type Deps } from '../../deps.ts';
import { type NumberRow } from '../../store/models.ts';

interface AddInput {
  readonly campaignId: string;
  readonly brandId: string;
  readonly numbers: readonly string[];
}

/**
 * Takes numbers of the brand's telephone provider into a call campaign. Each link gets one of its own:
 * those that wait for one at once, oldest first, and new ones when they are made.
 * @throws not_found; invalid `not_a_call_campaign`; conflict `number_taken`
 */
export const addNumbers =
  (deps: Deps) =>
  async ({ campaignId, brandId, numbers: given }: AddInput): Promise<NumberRow[]> => {
    const unique = [...new Set(given)];
    try {
      return await deps.transaction(async ({ campaigns, links, numbers, outbox }) => {
        const campaign = await campaigns.getOwn(campaignId, brandId);
        if (campaign.type !== 'call') {
          throw invalid('not_a_call_campaign', { message: 'Only call campaigns have numbers' });
        }
        const waiting = await links.listWithoutNumber(campaignId, unique.length);
        const createdAt = deps.clock.now();
        const rows = unique.map((number, index) => {
          const linkId = waiting[index]?.id ?? null;
          return { _id: number, brandId, campaignId, linkId, createdAt };
        });
        await numbers.addAll(rows);
        for (const [index, link] of waiting.entries()) {
          const decided = decideNumber(link, unique[index] ?? null);
          await links.save(decided.link);
          await outbox.add(...decided.events);
        }
        return rows;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('number_taken', { message: 'One of these numbers is in use already' });
    }
  };

/** Takes a number back; its link has none from then on. @throws not_found */
export const removeNumber =
  (deps: Deps) =>
  (input: { campaignId: string; brandId: string; number: string }): Promise<void> =>
    deps.transaction(async ({ campaigns, links, numbers, outbox }) => {
      const { campaignId, brandId, number } = input;
      await campaigns.getOwn(campaignId, brandId);
      const { linkId } = await numbers.remove(number, campaignId);
      const link = linkId === null ? undefined : await links.find(linkId);
      if (link === undefined) return;
      const decided = decideNumber(link, null);
      await links.save(decided.link);
      await outbox.add(...decided.events);
    });

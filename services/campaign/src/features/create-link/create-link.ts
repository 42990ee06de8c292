import { forbidden, unavailable } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { decideLink, type Link, trackingCode, type Utm } from '../../domain/link.ts';
import { type Deps } from '../../deps.ts';
import { type linkStore } from '../../store/link-store.ts';

interface Input {
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly destinationPath: string | null;
  readonly utm: Utm;
  readonly subIds: Readonly<Record<string, string>>;
}

const TRIES = 5;

/** Looked up before it is used, because a refused insert would end the transaction. */
async function freeCode(deps: Deps, links: ReturnType<typeof linkStore>): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = trackingCode(deps.randomIndex);
    if ((await links.findByCode(code)) === undefined) return code;
  }
  throw unavailable('no_free_code', { message: 'No free tracking code was found; try again' });
}

/**
 * Makes a tracking link of a member.
 * @throws not_found; forbidden `not_a_member`; conflict `campaign_not_active`; invalid `destination_path`
 */
export const createLink = (deps: Deps) => {
  const create = (input: Input): Promise<Link> =>
    deps.transaction(async ({ campaigns, applications, links, numbers, outbox }) => {
      const { affiliateId, campaignId } = input;
      const campaign = await campaigns.getVisible(campaignId);
      if (!(await applications.lockMembership(campaignId, affiliateId))) {
        throw forbidden('not_a_member', {
          message: 'Join the campaign before making links for it',
        });
      }
      const id = deps.newId();
      const isCalled = campaign.type === 'call';
      const trackingNumber = isCalled ? ((await numbers.claim(campaignId, id)) ?? null) : null;
      const made = { id, trackingCode: await freeCode(deps, links), trackingNumber };
      const { link, events } = decideLink(campaign, { ...input, ...made, now: deps.clock.now() });
      await links.create(link);
      await outbox.add(...events);
      return link;
    });
  return async (input: Input): Promise<Link> => {
    try {
      return await create(input);
    } catch (error) {
      // Somebody took the same code in the same moment.
      if (!isDuplicateKey(error, 'trackingCode')) throw error;
      return create(input);
    }
  };
};

import { forbidden, unavailable } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideLink, type Link, trackingCode, type Utm } from '../../domain/link.ts';

interface Input {
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly destinationPath: string | null;
  readonly utm: Utm;
  readonly subIds: Readonly<Record<string, string>>;
}

const MAX_ATTEMPTS = 5;

/** A code that is not in use, because inserting a duplicate would abort the transaction. */
async function unusedCode(
  links: Pick<Deps['links'], 'findByCode'>,
  randomIndex: Deps['randomIndex'],
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const code = trackingCode(randomIndex);
    if ((await links.findByCode(code)) === undefined) return code;
  }
  throw unavailable('no_free_code', { message: 'No free tracking code was found; try again' });
}

/**
 * Creates a tracking link of a member.
 * @throws not_found; forbidden `not_a_member`; conflict `campaign_not_active`; invalid `destination_path`
 */
export const createLink = ({
  transaction,
  clock,
  newId,
  randomIndex,
}: Pick<Deps, 'transaction' | 'clock' | 'newId' | 'randomIndex'>) => {
  const create = (input: Input): Promise<Link> =>
    transaction(async ({ campaigns, applications, links, trackingNumbers, outbox }) => {
      const { affiliateId, campaignId } = input;
      const campaign = await campaigns.getVisible(campaignId);
      if (!(await applications.lockMembership(campaignId, affiliateId))) {
        throw forbidden('not_a_member', {
          message: 'Join the campaign before creating links for it',
        });
      }
      const id = newId();
      const isCall = campaign.type === 'call';
      const trackingNumber = isCall
        ? ((await trackingNumbers.assign(campaignId, id)) ?? null)
        : null;
      const code = await unusedCode(links, randomIndex);
      const request = { ...input, id, trackingCode: code, trackingNumber, now: clock.now() };
      const { link, events } = decideLink(campaign, request);
      await links.create(link);
      recordChange({ kind: 'link', id: link.id, after: link });
      await outbox.add(...events);
      return link;
    });
  return async (input: Input): Promise<Link> => {
    try {
      return await create(input);
    } catch (error) {
      // A concurrent request used the same code.
      if (!isDuplicateKey(error, 'trackingCode')) throw error;
      return create(input);
    }
  };
};

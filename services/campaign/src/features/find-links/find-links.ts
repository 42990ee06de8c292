import { type Deps } from '../../deps.ts';
import { type Link } from '../../domain/link.ts';

const MAX_LINKS = 50;

/** The one field that is present selects the links. */
interface Request {
  readonly linkId?: string;
  readonly trackingNumber?: string;
  readonly partnership?: {
    readonly brandId: string;
    readonly affiliateId: string;
    /** Empty for all of the brand's campaigns. */
    readonly campaignId: string;
  } | null;
}

/** Links by id, by telephone number, or those of an affiliate to a brand's campaigns, newest first. */
export const findLinks =
  ({ links, trackingNumbers }: Pick<Deps, 'links' | 'trackingNumbers'>) =>
  async ({ linkId, trackingNumber, partnership }: Request): Promise<readonly Link[]> => {
    if (partnership) return links.listPartnership(partnership, MAX_LINKS);
    const id =
      trackingNumber === undefined ? linkId : await trackingNumbers.findLinkId(trackingNumber);
    const link = id === undefined ? undefined : await links.find(id);
    return link === undefined ? [] : [link];
  };

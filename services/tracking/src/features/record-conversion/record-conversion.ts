import { type CampaignSnapshot, type ClickRow } from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { decideIntake, type Order, type Touch } from '../../domain/intake.ts';

export const unknownClick = () =>
  notFound('click_not_found', { message: 'There is no click with this id' });

/** The campaign that a click or link leads to. @throws not_found campaign_not_found */
export async function getCampaign(deps: Deps, campaignId: string): Promise<CampaignSnapshot> {
  const campaign = await deps.directory.findCampaign(campaignId);
  if (campaign !== undefined) return campaign;
  throw notFound('campaign_not_found', { message: 'There is no such campaign' });
}

/** A link's latest click by a person that is still within the campaign's window. */
export function findRecentClick(
  deps: Deps,
  linkId: string,
  { attribution }: CampaignSnapshot,
): Promise<ClickRow | undefined> {
  const windowMs = attribution.lookbackWindowDays * 86_400_000;
  return deps.clickFinder.findLatest(linkId, new Date(deps.clock.now().getTime() - windowMs));
}

/**
 * Stores an order as a pending conversion together with its event, once; its credit by last click.
 * @returns the conversion's id
 * @throws conflict duplicate_order with the earlier conversion; invalid campaign_not_active
 */
export const recordConversion =
  (deps: Deps) =>
  async (order: Order, touch: Touch, campaign: CampaignSnapshot): Promise<string> => {
    const made = { id: deps.newId(), now: deps.clock.now() };
    const conversion = decideIntake(order, touch, campaign, made);
    const { isNew, original } = await deps.committer.add(conversion, campaign);
    if (isNew) return original.id;
    throw conflict('duplicate_order', {
      message: 'This order was reported before',
      details: { conversion_id: original.id, status: original.status },
    });
  };

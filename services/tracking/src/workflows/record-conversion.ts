import {
  type CampaignSnapshot,
  type ClickRow,
  type CommissionTerms,
  type UnpayableReason,
} from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { decideIntake, type Order, type Touch } from '../domain/intake.ts';
import { type Committed } from './commit-conversions.ts';

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
  const windowMs = attribution.lookbackWindowDays * DAY_MS;
  return deps.clickFinder.findLatest(linkId, new Date(deps.clock.now().getTime() - windowMs));
}

/** By whom an order came, and for what. */
export interface Credited {
  readonly touch: Touch;
  readonly campaign: CampaignSnapshot;
  /** Where they differ from what the campaign pays for a sale. */
  readonly terms?: CommissionTerms;
  readonly unpayableReason?: UnpayableReason | null;
}

/**
 * Stores an order as a pending conversion together with its event, once; its credit by last click.
 * @throws invalid campaign_not_active
 */
export const recordOnce =
  (deps: Deps) =>
  (order: Order, { touch, campaign, ...own }: Credited): Promise<Committed> => {
    const made = { id: deps.newId(), now: deps.clock.now(), ...own };
    return deps.committer.add(decideIntake(order, touch, campaign, made), campaign);
  };

/**
 * The same for callers who are told where an order is not new.
 * @returns the conversion's id
 * @throws conflict duplicate_order with the earlier conversion; invalid campaign_not_active
 */
export const recordConversion = (deps: Deps) => {
  const record = recordOnce(deps);
  return async (order: Order, credited: Credited): Promise<string> => {
    const { isNew, original } = await record(order, credited);
    if (isNew) return original.id;
    throw conflict('duplicate_order', {
      message: 'This order was reported before',
      details: { conversion_id: original.id, status: original.status },
    });
  };
};

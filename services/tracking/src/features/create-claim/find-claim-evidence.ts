import { type CampaignSnapshot } from '@tributary/contracts';
import { invalid, invalidFields, notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type ClaimEvidence, requireClickInWindow } from '../../domain/claim.ts';
import { linkNotFound } from '../../domain/click.ts';
import { acceptsOrders } from '../../domain/intake.ts';
import { clickNotFound, getCampaign } from '../../workflows/record-conversion.ts';

/** What an affiliate names to show that the customer came from it: exactly one of these. */
export interface NamedEvidence {
  readonly trackingCode: string | undefined;
  readonly clickId: string | undefined;
  readonly couponCode: string | undefined;
}

interface Claimant {
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly orderedAt: Date;
}

interface Found {
  readonly evidence: ClaimEvidence;
  readonly campaign: CampaignSnapshot;
}

export type EvidenceDeps = Pick<Deps, 'clickFinder' | 'couponDirectory' | 'directory'>;

const isClaimants = (
  { affiliateId, campaignId }: Pick<Claimant, 'affiliateId' | 'campaignId'>,
  claimant: Claimant,
): boolean => affiliateId === claimant.affiliateId && campaignId === claimant.campaignId;

async function byLink(
  { directory }: EvidenceDeps,
  trackingCode: string,
  claimant: Claimant,
): Promise<Found> {
  const found = await directory.find(trackingCode);
  if (found === undefined || !isClaimants(found.link, claimant)) throw linkNotFound();
  const { linkId } = found.link;
  return { evidence: { by: 'link', linkId, trackingCode }, campaign: found.campaign };
}

async function byClick(deps: EvidenceDeps, clickId: string, claimant: Claimant): Promise<Found> {
  const click = await deps.clickFinder.find(clickId, { waitForReplication: false });
  if (click === undefined || !isClaimants(click, claimant)) throw clickNotFound();
  const campaign = await getCampaign(deps, claimant.campaignId);
  requireClickInWindow(new Date(click.occurredAt), claimant.orderedAt, campaign);
  return { evidence: { by: 'click', clickId: click.clickId, linkId: click.linkId }, campaign };
}

const couponNotFound = () =>
  notFound('coupon_not_found', { message: 'There is no such coupon code of yours' });

async function byCoupon(
  { couponDirectory, directory }: EvidenceDeps,
  couponCode: string,
  claimant: Claimant,
): Promise<Found> {
  const campaign = await directory.findCampaign(claimant.campaignId);
  if (campaign === undefined) throw couponNotFound();
  const { brandId } = campaign;
  const { known } = await couponDirectory.findNamed({
    ...{ brandId, codes: [couponCode], convertedAt: claimant.orderedAt, isRequired: true },
  });
  if (known === undefined || !isClaimants(known.coupon, claimant)) throw couponNotFound();
  if (known.status !== 'valid') {
    const message = 'This code was not valid at the time of the order';
    throw invalidFields([{ path: 'coupon_code', message }], 'coupon_not_valid');
  }
  return { evidence: { by: 'coupon', couponCode: known.coupon.code }, campaign };
}

function findNamed(deps: EvidenceDeps, named: NamedEvidence, claimant: Claimant): Promise<Found> {
  const { trackingCode, clickId, couponCode } = named;
  if (trackingCode !== undefined) return byLink(deps, trackingCode, claimant);
  if (clickId !== undefined) return byClick(deps, clickId, claimant);
  return byCoupon(deps, couponCode ?? '', claimant);
}

/**
 * Finds the link, click or code of a claim, which are the affiliate's own in that campaign.
 * @throws not_found link_not_found, click_not_found, coupon_not_found, also for another affiliate's; invalid
 * campaign_not_active, click_outside_window, coupon_not_valid
 */
export async function findClaimEvidence(
  deps: EvidenceDeps,
  named: NamedEvidence,
  claimant: Claimant,
): Promise<Found> {
  const found = await findNamed(deps, named, claimant);
  if (acceptsOrders(found.campaign)) return found;
  throw invalid('campaign_not_active', { message: 'The campaign does not accept conversions' });
}

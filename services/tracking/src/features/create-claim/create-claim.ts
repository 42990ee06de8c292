import { conflict, rateLimited } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type Claim, claimedTimeOf, decideClaim } from '../../domain/claim.ts';
import { AmountReader } from '../../workflows/order-fields.ts';
import { type EvidenceDeps, findClaimEvidence, type NamedEvidence } from './find-claim-evidence.ts';

export interface ClaimInput extends NamedEvidence {
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly orderId: string;
  /** A date, or a datetime. */
  readonly orderedAt: string;
  /** A decimal of `currency`; undefined where the affiliate does not know it. */
  readonly orderValue: string | undefined;
  /** Default: the campaign's. */
  readonly currency: string | undefined;
  readonly note: string | null;
}

type ClaimDeps = EvidenceDeps &
  Pick<Deps, 'claims' | 'claimSettings' | 'clock' | 'config' | 'newId' | 'transaction'>;

/** Others may take a number of the day first. */
const MAX_ATTEMPTS = 25;

const alreadyClaimed = ({ id, status }: Claim) =>
  conflict('already_claimed', {
    message: 'You have claimed this order already',
    details: { claim_id: id, status },
  });

function requireBelowLimit(made: number, limit: number, now: Date): void {
  if (limit === 0 || made < limit) return;
  const message = `At most ${String(limit)} orders of a campaign can be claimed on one day (UTC)`;
  const untilMidnightMs = DAY_MS - (now.getTime() % DAY_MS);
  throw rateLimited('claim_limit_exceeded', {
    message,
    retryAfterSeconds: Math.ceil(untilMidnightMs / 1_000),
  });
}

function valueOf({ orderValue, currency }: ClaimInput, ofCampaign: string) {
  if (orderValue === undefined) return { valueMinor: null, currency: null };
  const inCurrency = currency ?? ofCampaign;
  const amounts = new AmountReader(inCurrency);
  const valueMinor = amounts.read('order_value', orderValue);
  amounts.requireValid();
  return { valueMinor, currency: inCurrency };
}

async function newClaim(deps: ClaimDeps, input: ClaimInput): Promise<Claim> {
  const now = deps.clock.now();
  const { affiliateId, campaignId, orderId, note } = input;
  const orderedAt = claimedTimeOf(input.orderedAt, now);
  const claimant = { affiliateId, campaignId, orderedAt };
  const { evidence, campaign } = await findClaimEvidence(deps, input, claimant);
  const ownDays = await deps.claimSettings.findDecisionDays(campaign.brandId);
  const decisionDays = ownDays ?? deps.config.CLAIM_DECISION_DAYS;
  return {
    id: deps.newId(),
    brandId: campaign.brandId,
    ...claimant,
    ...{ orderId, evidence, note },
    ...valueOf(input, campaign.commission.currency),
    status: 'open',
    reason: null,
    notes: null,
    conversionId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + decisionDays * DAY_MS),
    decidedAt: null,
  };
}

/** Stores a claim with its event, once for each order of the affiliate. @throws conflict; rate_limited; a duplicate key */
const store = (deps: ClaimDeps, claim: Claim): Promise<Claim> =>
  deps.transaction(async ({ claims, conversions, outbox }) => {
    const earlier = await claims.findCurrent(claim);
    if (earlier !== undefined) throw alreadyClaimed(earlier);
    const slot = await claims.countOfDay(claim, claim.createdAt);
    requireBelowLimit(slot, deps.config.CLAIMS_PER_CAMPAIGN_AND_DAY, claim.createdAt);
    const [known] = await conversions.listByOrder(claim.orderId, { brandId: claim.brandId });
    const { claim: filed, event } = decideClaim(claim, known);
    await claims.add(filed, slot);
    recordChange({ kind: 'claim', id: filed.id, after: { status: filed.status } });
    await outbox.add(event);
    return filed;
  });

/**
 * Records an affiliate's claim to an order that no conversion shows. Where the order is known, its conversion answers
 * at once.
 * @throws conflict already_claimed; rate_limited claim_limit_exceeded; as `findClaimEvidence`
 */
export const createClaim =
  (deps: ClaimDeps) =>
  async (input: ClaimInput): Promise<Claim> => {
    const claim = await newClaim(deps, input);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store(deps, claim);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const earlier = await deps.claims.findCurrent(claim);
        if (earlier !== undefined) throw alreadyClaimed(earlier);
        if (attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };

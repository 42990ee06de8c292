import { invalidFields, unavailable } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import {
  type Claim,
  decideAcceptance,
  decideAnswer,
  isCreditedToNobody,
  requireOpen,
} from '../../domain/claim.ts';
import {
  claimedConversion,
  type ClaimedValue,
  orderOfClaim,
  orderOfKnown,
} from '../../domain/claimed-order.ts';
import { type Conversion } from '../../domain/conversion.ts';
import { answerClaims, saveClaims } from '../../workflows/answer-claims.ts';
import { type Alongside } from '../../workflows/store-conversions.ts';
import { AmountReader } from '../../workflows/order-fields.ts';
import {
  conversionOfOrder,
  getCampaign,
  type OrderCredit,
  type RecordDeps,
  touchOfClick,
} from '../../workflows/record-conversion.ts';

export type AcceptDeps = RecordDeps &
  Pick<Deps, 'claims' | 'clickFinder' | 'conversions' | 'transaction'>;

export interface Acceptance {
  readonly notes: string | null;
  /** The brand's own value of the order, a decimal; undefined where the affiliate's counts. */
  readonly orderValue: string | undefined;
  readonly currency: string | undefined;
}

/** What the order is credited to: the click, link or code of the claim. */
async function creditOf(deps: AcceptDeps, claim: Claim): Promise<OrderCredit> {
  const { brandId, campaignId, affiliateId, evidence } = claim;
  const proven = { brandId, isProven: true };
  if (evidence.by === 'coupon') return { ...proven, touch: undefined, campaign: undefined };
  if (evidence.by === 'click') {
    const click = await deps.clickFinder.find(evidence.clickId, { waitForReplication: false });
    if (click !== undefined) return { ...proven, ...(await touchOfClick(deps, click)) };
  }
  const { linkId } = evidence;
  const campaign = await getCampaign(deps, campaignId);
  return { ...proven, touch: { kind: 'link', linkId, affiliateId }, campaign };
}

/** @throws invalid order_value_required where neither the claim nor the brand names a value */
async function valueOf(
  deps: AcceptDeps,
  claim: Claim,
  { orderValue, currency }: Acceptance,
): Promise<ClaimedValue> {
  if (orderValue !== undefined) {
    const { commission } = await getCampaign(deps, claim.campaignId);
    const inCurrency = currency ?? claim.currency ?? commission.currency;
    const amounts = new AmountReader(inCurrency);
    const valueMinor = amounts.read('order_value', orderValue);
    amounts.requireValid();
    return { valueMinor, currency: inCurrency };
  }
  if (claim.valueMinor !== null && claim.currency !== null) {
    return { valueMinor: claim.valueMinor, currency: claim.currency };
  }
  const message = 'The claim names no value, so that you have to';
  throw invalidFields([{ path: 'order_value', message }], 'order_value_required');
}

async function conversionOfClaim(
  deps: AcceptDeps,
  claim: Claim,
  acceptance: Acceptance,
  known: Conversion | undefined,
) {
  const order =
    known === undefined
      ? orderOfClaim(claim, await valueOf(deps, claim, acceptance))
      : orderOfKnown(known, claim);
  const { conversion, campaign } = await conversionOfOrder(
    deps,
    order,
    await creditOf(deps, claim),
  );
  return { conversion: claimedConversion(conversion, claim, known), campaign };
}

const findKnown = async ({ conversions }: AcceptDeps, { orderId, brandId }: Claim) =>
  (await conversions.listByOrder(orderId, { brandId }))[0];

/** The acceptance, stored with the conversion; the order answers the claims of others. */
const acceptAlongside =
  ({ clock }: AcceptDeps, { id, brandId }: Claim, notes: string | null): Alongside =>
  async ({ claims, outbox }, stored) => {
    const now = clock.now();
    const claim = await claims.getOf(id, { brandId });
    const accepted = decideAcceptance(claim, { conversionId: stored.id, notes, now });
    const others = (await claims.listOpenOf([stored])).filter((other) => other.id !== id);
    const answered = others.flatMap((other) => decideAnswer(other, stored, now) ?? []);
    recordChange({
      kind: 'claim',
      id,
      before: { status: claim.status },
      after: { status: accepted.claim.status, conversionId: stored.id },
    });
    await saveClaims({ claims, outbox }, [accepted, ...answered]);
  };

/**
 * Lets the order's conversion answer the claim.
 * @throws conflict claim_closed, or unavailable where attribution has not credited the order yet
 */
async function leaveToKnown(deps: AcceptDeps, claim: Claim, known: Conversion): Promise<Claim> {
  await deps.transaction((scope) => answerClaims(scope, [known], deps.clock.now()));
  const current = await deps.claims.getOf(claim.id, { brandId: claim.brandId });
  if (current.status === 'accepted') return current;
  requireOpen(current);
  throw unavailable('assessment_unavailable', {
    message: 'The order was reported just now and is not attributed yet; please repeat the call',
    retryAfterSeconds: 2,
  });
}

/**
 * Accepts a claim: its order becomes a pending conversion of the affiliate, in the same transaction. A known order
 * that is credited to nobody is credited to the affiliate.
 * @throws conflict claim_closed; invalid order_value_required
 */
export async function acceptClaim(
  deps: AcceptDeps,
  claim: Claim,
  acceptance: Acceptance,
): Promise<Claim> {
  requireOpen(claim);
  const known = await findKnown(deps, claim);
  if (known !== undefined && !isCreditedToNobody(known)) return leaveToKnown(deps, claim, known);
  const { conversion, campaign } = await conversionOfClaim(deps, claim, acceptance, known);
  const alongside = acceptAlongside(deps, claim, acceptance.notes);
  const { isNew } = await deps.committer.add(conversion, campaign, true, alongside);
  const stored = isNew ? undefined : await findKnown(deps, claim);
  if (stored !== undefined) return leaveToKnown(deps, claim, stored);
  return deps.claims.getOf(claim.id, { brandId: claim.brandId });
}

import { type ClaimRefusal } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { type Claim, decideRefusal } from '../../domain/claim.ts';
import { answerClaims, saveClaims } from '../../workflows/answer-claims.ts';
import { acceptClaim, type AcceptDeps, type Acceptance } from './accept-claim.ts';

export type ClaimDecision =
  | (Acceptance & { readonly decision: 'accepted' })
  | {
      readonly decision: 'refused';
      readonly reason: ClaimRefusal;
      readonly notes: string | null;
    };

interface DecideInput {
  readonly claimId: string;
  readonly brandId: string;
  readonly decision: ClaimDecision;
}

type Refusal = Extract<ClaimDecision, { readonly decision: 'refused' }>;

/** Refuses a claim, unless its order is known by now: then that answers. @throws conflict claim_closed */
async function refuseClaim(
  deps: AcceptDeps,
  { id, brandId, orderId }: Claim,
  { reason, notes }: Refusal,
): Promise<Claim> {
  const now = deps.clock.now();
  await deps.transaction(async ({ claims, conversions, outbox }) => {
    const known = await conversions.listByOrder(orderId, { brandId });
    await answerClaims({ claims, outbox }, known, now);
  });
  return deps.transaction(async ({ claims, outbox }) => {
    const claim = await claims.getOf(id, { brandId });
    const outcome = decideRefusal(claim, { reason, notes, now });
    if (outcome === undefined) return claim;
    const after = { status: outcome.claim.status, refusal: reason };
    recordChange({ kind: 'claim', id, before: { status: claim.status }, after });
    await saveClaims({ claims, outbox }, [outcome]);
    return outcome.claim;
  });
}

/**
 * A brand's decision on a claim, which is final; the same decision again changes nothing.
 * @throws not_found claim_not_found; conflict claim_closed; as `acceptClaim`
 */
export const decideClaim =
  (deps: AcceptDeps) =>
  async ({ claimId, brandId, decision }: DecideInput): Promise<Claim> => {
    const claim = await deps.claims.getOf(claimId, { brandId });
    if (decision.decision === 'refused') return refuseClaim(deps, claim, decision);
    return claim.status === 'accepted' ? claim : acceptClaim(deps, claim, decision);
  };

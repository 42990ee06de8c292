import { type Outbox } from '@tributary/mongo';
import { type ClaimOutcome, decideAnswer } from '../domain/claim.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type ClaimStore } from '../store/claim-store.ts';

export interface ClaimScope {
  readonly claims: ClaimStore;
  readonly outbox: Outbox;
}

/** Saves decided claims with their events. */
export async function saveClaims(
  { claims, outbox }: ClaimScope,
  outcomes: readonly ClaimOutcome[],
): Promise<void> {
  await claims.saveAll(outcomes.map(({ claim }) => claim));
  await outbox.add(...outcomes.map(({ event }) => event));
}

/** Answers the open claims of orders whose conversions are known by now, within the transaction of the change. */
export async function answerClaims(
  scope: ClaimScope,
  conversions: readonly Conversion[],
  now: Date,
): Promise<void> {
  const keyOf = ({ brandId, orderId }: Pick<Conversion, 'brandId' | 'orderId'>) =>
    `${brandId} ${orderId}`;
  const byOrder = new Map(conversions.map((conversion) => [keyOf(conversion), conversion]));
  const open = await scope.claims.listOpenOf(conversions);
  const outcomes = open.flatMap((claim) => {
    const conversion = byOrder.get(keyOf(claim));
    return conversion === undefined ? [] : (decideAnswer(claim, conversion, now) ?? []);
  });
  if (outcomes.length > 0) await saveClaims(scope, outcomes);
}

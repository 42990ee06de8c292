import { type Schemas } from '@tributary/sdk';
import { DAY_MS } from '@tributary/units';
import { ignoreConflict } from '../story.ts';
import { type ShownBrand, type ShownMember } from './members.ts';
import { type ShownOrder } from './past-orders.ts';

type Claimed = Schemas['CreateClaimRequest'];

/** An order that an affiliate misses, and what the brand decides; without a decision it waits. */
interface MissingOrder {
  readonly number: number;
  readonly value: string;
  readonly note: string;
  readonly decision?: Schemas['DecideClaimRequest'];
}

const MISSING: readonly MissingOrder[] = [
  { number: 1, value: '84.90', note: 'The customer sent me the confirmation.' },
  { number: 2, value: '129.00', note: 'Ordered on a phone, with my link from the newsletter.' },
  {
    number: 3,
    value: '59.50',
    note: 'A reader wrote to me about this order.',
    decision: { decision: 'accepted', notes: 'Found: the customer refused cookies.' },
  },
  {
    number: 4,
    value: '212.40',
    note: 'It should be from last week.',
    decision: {
      decision: 'refused',
      reason: 'unknown_order',
      notes: 'We have no order with this number.',
    },
  },
  {
    number: 5,
    value: '45.00',
    note: 'Bought after my video.',
    decision: {
      decision: 'refused',
      reason: 'order_cancelled',
      notes: 'The customer cancelled it the same day.',
    },
  },
];

const claimOrder = ({ account, link }: ShownMember, order: Omit<Claimed, 'campaign_id'>) =>
  account.tributary.claims
    .create({ ...order, campaign_id: link.campaignId, tracking_code: link.trackingCode })
    .catch(ignoreConflict);

/**
 * Claims to missing orders of a brand: open, accepted and refused ones, and one that an order of `posted` answers at
 * once. A repeated run adds nothing.
 * @param end when the shown period ends
 */
export async function claimMissing(
  { account, cast }: ShownBrand,
  members: readonly ShownMember[],
  { posted, end }: { readonly posted: readonly ShownOrder[]; readonly end: Date },
): Promise<void> {
  const { brandClaims, claims } = account.tributary;
  const dayOf = (ago: number) => new Date(end.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  for (const [index, { number, value, note, decision }] of MISSING.entries()) {
    const member = members[index % members.length];
    if (member === undefined) return;
    const orderId = `${cast.key}-${String(90_000 + number)}`;
    const order = { order_id: orderId, ordered_at: dayOf(number + 1), order_value: value, note };
    await claimOrder(member, order);
    if (decision === undefined) continue;
    const { data } = await brandClaims.list({ order_id: orderId, status: 'open' });
    for (const { id } of data.claims) await claims.decide(id, decision);
  }
  const [known] = posted;
  const [claimant] = members;
  if (known === undefined || claimant === undefined) return;
  await claimOrder(claimant, {
    order_id: known.orderId,
    ordered_at: known.at.toISOString(),
    note: 'I think this reader came from me.',
  });
}

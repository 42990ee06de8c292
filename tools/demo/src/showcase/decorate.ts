import { ignoreConflict } from '../story.ts';
import { claimMissing } from './claims.ts';
import { type ShownOrder } from './past-orders.ts';
import { type ShowcaseRun, type ShownBrand, type ShownMember } from './members.ts';

interface Shown {
  readonly brand: ShownBrand;
  readonly members: readonly ShownMember[];
  readonly posted: readonly ShownOrder[];
  readonly rejected: readonly ShownOrder[];
}

/** Two of the older orders come back, one in part. */
async function refund({ shop, account }: ShownBrand, orders: readonly ShownOrder[]): Promise<void> {
  const [whole, part] = orders;
  const of = (order: ShownOrder) => ({
    original_order_id: order.orderId,
    refund_id: `refund-${order.orderId}`,
    brand_id: account.id,
  });
  if (whole !== undefined) {
    await shop.conversions.adjust({ ...of(whole), adjustment_type: 'refund' });
  }
  if (part !== undefined) {
    const amount = (Math.floor(part.valueMinor / 2) / 100).toFixed(2);
    const adjustment = { adjustment_type: 'partial_refund', adjustment_amount: amount } as const;
    await shop.conversions.adjust({ ...of(part), ...adjustment });
  }
}

async function dispute({ members, rejected }: Shown): Promise<void> {
  const [order] = rejected;
  const member = members.find(({ account }) => account.id === order?.affiliateId);
  if (order === undefined || member === undefined) return;
  const reason = 'My reader still has the boots and sent me a picture of them.';
  await member.account.tributary.conversions
    .dispute(order.conversionId, { reason })
    .catch(ignoreConflict);
}

async function addMaterials({ brand: { account, campaignId, cast }, members }: Shown) {
  const { tributary } = account;
  const { creatives } = await tributary.creatives.list(campaignId);
  if (creatives.length === 0) {
    const form = new FormData();
    const text = `${cast.name}: ${cast.campaign.description ?? ''}`;
    form.set('file', new Blob([text], { type: 'text/plain' }), 'intro.txt');
    form.set('name', 'Introduction');
    form.set('kind', 'text');
    await tributary.creatives.create(campaignId, form);
  }
  const [first] = members.filter(({ link }) => link.campaignId === campaignId);
  if (first !== undefined) {
    const code = `${cast.key.toUpperCase()}10`;
    const affiliate_id = first.account.id;
    await tributary.coupons
      .create({ campaign_id: campaignId, affiliate_id, code })
      .catch(ignoreConflict);
  }
  await tributary.affiliates
    .invite(campaignId, { email: 'ana.lopez@demo.example', message: 'We like your videos.' })
    .catch(ignoreConflict);
}

async function addOffice({ admin }: ShowcaseRun, { account }: ShownBrand): Promise<void> {
  const { brandReportSchedules, teamInvitations } = account.tributary;
  const { schedules } = await brandReportSchedules.list();
  if (schedules.length === 0) {
    await brandReportSchedules.create({
      kind: 'conversions',
      format: 'excel',
      frequency: 'weekly',
    });
  }
  await teamInvitations
    .create({ email: 'finance@demo.example', role: 'finance' })
    .catch(ignoreConflict);
  await admin.announcements.create(
    {
      kind: 'update',
      title: `${account.name} has joined`,
      message: 'A new brand with a campaign for you is open.',
    },
    { idempotencyKey: `showcase-${account.id}` },
  );
}

/** What a brand has after some months: refunds, a dispute, claims, creatives, a coupon, invitations and a schedule. */
export async function decorate(run: ShowcaseRun, shown: Shown, end: Date): Promise<void> {
  const rejected = new Set(shown.rejected);
  const kept = shown.posted.filter((order) => !rejected.has(order));
  await refund(shown.brand, kept.slice(10, 12));
  await dispute(shown);
  const { brand, members, posted } = shown;
  const own = members.filter((one) => one.brand === brand);
  await claimMissing(brand, own, { posted: posted.toReversed(), end });
  await addMaterials(shown);
  await addOffice(run, shown.brand);
}

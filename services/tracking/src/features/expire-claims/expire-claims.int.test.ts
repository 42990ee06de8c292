import { claimDecided } from '@tributary/contracts';
import { openEventProbe, type EventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { claimCalls, type ClaimCalls } from '../../testing/claim-calls.ts';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { expireClaims } from './expire-claims.ts';

let tracking: Tracking;
let probe: EventProbe;
let calls: ClaimCalls;
beforeAll(async () => {
  tracking = await openTracking({ CLAIM_DECISION_DAYS: '7' });
  probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  calls = claimCalls(tracking, probe);
});
afterAll(async () => {
  await probe.close();
  await tracking.close();
});

/** Ends claims as if days had passed. */
async function expireAfter(days: number): Promise<void> {
  const [deps] = tracking.deps;
  if (deps === undefined) throw new Error('No dependencies');
  const now = (): Date => new Date(Date.now() + days * DAY_MS);
  await expireClaims({ transaction: deps.transaction, clock: { ...deps.clock, now } });
}

describe('a claim that its brand does not decide', () => {
  it('expires in time with a reason, once, and may be made again', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner);
    const { id, order_id: orderId } = body.data;
    await expireAfter(6);
    expect((await calls.get(partner, id)).body.data.status).toBe('open');
    await Promise.all([expireAfter(8), expireAfter(8)]);
    expect((await calls.get(partner, id)).body.data).toMatchObject({
      status: 'expired',
      reason: 'not_decided_in_time',
    });
    await probe.waitFor(claimDecided, ({ claimId }) => claimId === id);
    expect(probe.events(claimDecided).filter(({ data }) => data.claimId === id)).toHaveLength(1);
    const again = await calls.claim(partner, { order_id: orderId });
    expect(again).toMatchObject({ status: 201, body: { data: { status: 'open' } } });
  });

  it('expires after the brand’s own time, where the brand has set one', async () => {
    const partner = calls.aPartner();
    const headers = tracking.brand(partner.campaign.brandId);
    const path = '/api/brand/claims/settings';
    const set = (days: number | null) =>
      tracking.call('PUT', path, { headers, body: { decision_days: days } });
    expect((await set(3)).status).toBe(400);
    expect((await set(14)).body.data).toEqual({ decision_days: 14, expires_after_days: 14 });
    const { body } = await calls.claim(partner);
    await expireAfter(13);
    expect((await calls.get(partner, body.data.id)).body.data.status).toBe('open');
    await expireAfter(15);
    expect((await calls.get(partner, body.data.id)).body.data.status).toBe('expired');
    await set(null);
    const platforms = { decision_days: null, expires_after_days: 7 };
    expect((await tracking.call('GET', path, { headers })).body.data).toEqual(platforms);
    const stranger = tracking.brand(calls.aPartner().campaign.brandId);
    const foreign = await tracking.call('GET', path, { headers: stranger });
    expect(foreign.body.data).toEqual(platforms);
  });

  it('loses its note after 90 days', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner, { note: 'Private' });
    const [deps] = tracking.deps;
    const later = new Date(Date.now() + 91 * DAY_MS);
    await deps?.claims.forgetPrivate(later, 1_000);
    const row = await tracking.collection('claims').findOne({ _id: body.data.id });
    expect(row).toMatchObject({ note: null });
    expect(row).not.toHaveProperty('privateUntil');
  });
});

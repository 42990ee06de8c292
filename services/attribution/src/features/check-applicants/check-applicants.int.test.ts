import {
  type AccountCheck,
  accountChecked,
  affiliateSuspected,
  applicationSubmitted,
  conversionRejected,
  payoutDestinationShared,
  userRegistered,
  userSignedIn,
  userStatusChanged,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, aUser, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { anOrder } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { checkBrandAgain } from '../../workflows/check-accounts.ts';
import { groupBrand } from '../../workflows/judge-orders-again.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

const now = () => new Date().toISOString();
const ofAccount = (affiliateId: string) => (data: { affiliateId: string }) =>
  data.affiliateId === affiliateId;
const lastCheck = (affiliateId: string): AccountCheck | undefined =>
  running.probe
    .events(accountChecked)
    .map(({ data }) => data)
    .filter(ofAccount(affiliateId))
    .at(-1);
const foundBy = (check: AccountCheck | undefined): string[] =>
  (check?.factors ?? []).filter(({ contribution }) => contribution > 0).map((one) => one.factor);

/** An affiliate applies to a campaign of a brand. */
async function apply(affiliateId: string, brandId = newId()) {
  const application = {
    ...{ applicationId: newId(), campaignId: newId(), campaignName: 'Spring sale' },
    ...{ brandId, affiliateId, status: 'pending' as const, notes: null },
  };
  await running.probe.publish(applicationSubmitted(application));
  const { data } = await running.probe.waitFor(
    accountChecked,
    (one) => one.affiliateId === affiliateId && one.brandId === brandId,
  );
  return { brandId, campaignId: application.campaignId, check: data };
}

describe('an affiliate who applies', () => {
  it('is checked at once, and found to share nothing', async () => {
    const { check, brandId } = await apply(newId());
    expect(check).toMatchObject({ brandId, score: 0, requiresReview: false });
  });

  it('is found to have another account by the mailbox, whichever tag it was registered with', async () => {
    const [first, second] = [newId(), newId()];
    const mailbox = newId();
    const register = (userId: string, email: string) =>
      running.probe.publish(
        userRegistered(
          aUser({ userId, email, emailVerified: userId === first, role: 'affiliate' }),
        ),
      );
    await register(first, `${mailbox}@example.com`);
    await register(second, `${mailbox}+shop@example.com`);
    await eventually(async () => (await running.deps.identities.findLinked(second)).length > 0);
    const { check } = await apply(second);
    expect(foundBy(check)).toEqual(['same_owner']);
    expect(check).toMatchObject({ score: 0.35, requiresReview: false });
    expect(await running.deps.identities.findLinked(first)).toEqual([]);
  });

  it('is found out when a payout account shows that its owner was suspended, and the brand is warned once', async () => {
    const [suspended, partner, anew] = [newId(), newId(), newId()];
    const { brandId, campaignId } = await apply(anew);
    const sharedAt = now();
    await running.probe.publish(
      userStatusChanged({
        ...aUser({ userId: suspended, role: 'affiliate', status: 'suspended' }),
        previousStatus: 'active',
      }),
      payoutDestinationShared({ affiliateId: partner, sharedWith: [suspended], sharedAt }),
    );
    await eventually(async () => (await running.deps.identities.findLinked(partner)).length > 0);
    // The suspended account is known by another one alone.
    await running.probe.publish(
      payoutDestinationShared({ affiliateId: anew, sharedWith: [partner], sharedAt }),
    );
    await eventually(() => lastCheck(anew)?.requiresReview);
    expect(foundBy(lastCheck(anew))).toEqual(['owner_record', 'same_owner']);
    const { data } = await running.probe.waitFor(affiliateSuspected, ofAccount(anew));
    expect(data).toMatchObject({ brandId, campaignId, about: 'account', conversions: 0 });
    expect(data.evidence?.map(({ factor }) => factor)).toEqual(['owner_record', 'same_owner']);

    await running.probe.publish(
      payoutDestinationShared({ affiliateId: anew, sharedWith: [partner], sharedAt }),
      userStatusChanged({
        ...aUser({ userId: suspended, role: 'affiliate', status: 'active' }),
        previousStatus: 'suspended',
      }),
    );
    await eventually(() => lastCheck(anew)?.requiresReview === false);
    expect(foundBy(lastCheck(anew))).toEqual(['same_owner']);
    const warnings = running.probe.events(affiliateSuspected).map((event) => event.data);
    expect(warnings.filter(ofAccount(anew))).toHaveLength(1);
  });

  it('is found out when orders of the owner’s other account were fraud', async () => {
    const [first, second] = [newId(), newId()];
    const reviewedAt = new Date(Date.now() - DAY_MS).toISOString();
    const rejected = Array.from({ length: 20 }, () =>
      anApprovedConversion({
        ...{ affiliateId: first, status: 'rejected', reason: 'fake_customer', reviewedAt },
      }),
    );
    await running.probe.publish(...rejected.map((one) => conversionRejected(one)));
    const ids = rejected.map(({ conversionId }) => conversionId);
    await eventually(async () => (await running.deps.labels.findKnown(ids)).size === ids.length);
    await apply(second);
    await running.probe.publish(
      payoutDestinationShared({ affiliateId: second, sharedWith: [first], sharedAt: now() }),
    );
    await eventually(() => lastCheck(second)?.requiresReview);
    expect(lastCheck(second)?.factors[0]?.evidence).toContain('20 of 20 by other accounts (1)');
  });

  it('is found to sign in where another account does, or by data centres alone', async () => {
    const [first, second] = [newId(), newId()];
    await apply(second);
    const signIn = (userId: string, ip: string) =>
      running.probe.publish(userSignedIn({ userId, role: 'affiliate', ip, signedInAt: now() }));
    const line = '88.64.77.5';
    await signIn(first, line);
    await eventually(async () =>
      (await running.deps.identities.listAddresses(first)).includes(line),
    );
    await signIn(second, line);
    await eventually(() => foundBy(lastCheck(second)).includes('same_owner'));
    expect(lastCheck(second)).toMatchObject({ score: 0.175, requiresReview: false });
  });
});

describe('accounts of one brand', () => {
  it('are connected by each other’s coupon codes, which the night shows to the brand', async () => {
    const { deps } = running;
    const brandId = newId();
    const accounts = Array.from({ length: 6 }, () => newId());
    for (const affiliateId of accounts) await apply(affiliateId, brandId);
    const coupons = accounts.map(() => newId());
    const orders = accounts.flatMap((affiliateId, index) => {
      const next = (index + 1) % accounts.length;
      const coupon = {
        ...{ codes: ['X'], code: 'X', couponId: coupons[next]!, affiliateId: accounts[next]! },
        ...({ status: 'valid', startsAt: now(), rule: 'click', decision: 'rule' } as const),
        ...{ codePercent: 0, click: null },
      };
      return [anOrder({ brandId, affiliateId, coupon }), anOrder({ brandId, affiliateId, coupon })];
    });
    await running.assess(orders);
    await groupBrand(deps, brandId);
    const [group] = (await deps.accountGroups.findMany([brandId])).get(brandId) ?? [];
    expect(group?.accounts).toEqual(accounts.toSorted());
    expect(group?.things.every((thing) => thing.startsWith('coupon code:'))).toBe(true);
    await checkBrandAgain(deps, brandId);
    const [one = ''] = accounts;
    await eventually(() => lastCheck(one)?.requiresReview);
    expect(foundBy(lastCheck(one))).toEqual(['account_group']);
  });
});

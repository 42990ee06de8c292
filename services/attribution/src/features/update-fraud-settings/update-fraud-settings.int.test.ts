import { mailboxOf, userRegistered, userSignedIn } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, aUser, eventually } from '@tributary/testing';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const PATH = '/api/brand/conversions/fraud-settings';

/** An order placed now, suspicious only by its bot's user agent. */
const botOrder = (brandId: string) => {
  const now = new Date().toISOString();
  const clickedAt = new Date(Date.now() - 7_200_000).toISOString();
  const userAgent = 'curl/8.5.0';
  return aConversion({ brandId, convertedAt: now, createdAt: now, clickedAt, userAgent });
};

describe('PUT …/fraud-settings', () => {
  it('applies to later conversions: other weights, switched-off factors, a version in each assessment', async () => {
    const brandId = newId();
    const brand = running.caller(brandId);
    const [before] = await running.assess([botOrder(brandId)]);
    expect(before).toMatchObject({
      fraudScore: scoreOfAlone('bot_ua'),
      weightsVersion: RULES_VERSION,
    });

    const weaker = { review_threshold: 0.1, factors: { bot_ua: { weight: 0.4 } } };
    const set = await brand.put(PATH, weaker);
    expect(set.status).toBe(200);
    expect(set.body.data).toMatchObject({
      version: `${RULES_VERSION}+1`,
      review_threshold: 0.1,
      factors: { bot_ua: { enabled: true, weight: 0.4 }, self_referral: { weight: 0.95 } },
    });
    const weakOrder = botOrder(brandId);
    const [weak] = await running.assess([weakOrder]);
    expect(weak).toMatchObject({
      fraudScore: scoreOfAlone('bot_ua', 0.4),
      requiresReview: true,
      weightsVersion: `${RULES_VERSION}+1`,
    });
    const why = await brand.get(`/api/brand/conversions/${weakOrder.conversionId}/explanation`);
    expect(why.body.data.fraud).toMatchObject({
      threshold: 0.1,
      weights_version: `${RULES_VERSION}+1`,
      reasons: expect.arrayContaining(['The score is above the brand’s own threshold']),
    });

    await brand.put(PATH, { factors: { bot_ua: { enabled: false } } });
    const [off] = await running.assess([botOrder(brandId)]);
    expect(off).toMatchObject({
      fraudScore: 0,
      requiresReview: false,
      weightsVersion: `${RULES_VERSION}+2`,
    });
    expect(off?.factors.find(({ factor }) => factor === 'bot_ua')).toMatchObject({
      value: null,
      evidence: 'Not counted: the brand switched it off',
    });

    const { body } = await brand.get(PATH);
    expect(body.data).toMatchObject({ version: `${RULES_VERSION}+2`, review_threshold: 0.5 });
    expect(body.data.history).toMatchObject([
      { version: `${RULES_VERSION}+2`, factors: { bot_ua: { enabled: false } } },
      {
        version: `${RULES_VERSION}+1`,
        review_threshold: 0.1,
        factors: { bot_ua: { weight: 0.4 } },
      },
    ]);
    // Earlier scores and other brands' orders stay unchanged.
    expect((await running.assess([weakOrder]))[0]).toEqual(weak);
    const [others] = await running.assess([botOrder(newId())]);
    expect(others).toMatchObject({
      fraudScore: scoreOfAlone('bot_ua'),
      weightsVersion: RULES_VERSION,
    });
  });

  it('refuses invalid fields with their names, and affiliates', async () => {
    const brand = running.caller(newId());
    const wrong = await brand.put(PATH, {
      review_threshold: 0.7,
      factors: {
        bot_ua: { weight: 1 },
        no_such: { weight: 0.1 },
        too_fast: { weight: 0.9, thresholds: { seconds: { from: 5, to: 10 } } },
        ip_velocity: { thresholds: { orders: { from: 1, to: 2 } } },
      },
    });
    expect(wrong.status).toBe(400);
    const text = JSON.stringify(wrong.body);
    for (const field of ['review_threshold', 'bot_ua']) expect(text).toContain(field);
    const second = await brand.put(PATH, {
      factors: {
        no_such: { weight: 0.1 },
        too_fast: { weight: 0.9, thresholds: { seconds: { from: 5, to: 10 } } },
        ip_velocity: { thresholds: { orders: { from: 1, to: 2 } } },
      },
    });
    expect(second.status).toBe(400);
    const named = JSON.stringify(second.body);
    for (const field of ['no_such', 'too_fast', 'ip_velocity']) expect(named).toContain(field);
    expect((await running.caller(newId(), 'affiliate').put(PATH, {})).status).toBe(403);
    expect((await brand.get(PATH)).body.data).toMatchObject({
      version: RULES_VERSION,
      history: [],
    });
  });
});

describe('an affiliate who orders from itself', () => {
  it('is recognised by its account’s mailbox and by an address that it signed in from', async () => {
    const affiliate = aUser({ email: 'Jo.Doe@example.com' });
    const { userId, role } = affiliate;
    const signedInAt = new Date().toISOString();
    await running.probe.publish(
      userRegistered(affiliate),
      userSignedIn({ userId, role, ip: '93.184.216.34', signedInAt }),
    );
    await eventually(async () => {
      const rows = running.service.platform.mongo.connection.collection('affiliate_identities');
      const row = await rows.findOne({ _id: userId as never });
      return row?.['mailboxHashes'].length === 1 && row['ips'].length === 1;
    });
    const evidence = {
      visitorId: null,
      clickCountry: null,
      buyerIp: null,
      buyerUserAgent: null,
      buyerCountry: null,
      mailboxHash: running.deps.hashes.hashMailbox(mailboxOf('jodoe+shop@example.com')),
      isDisposableEmail: false,
      cartOpenedAt: null,
    };
    const now = new Date().toISOString();
    const given = { affiliateId: userId, convertedAt: now, createdAt: now, clickedAt: now };
    const byMailbox = aConversion({ ...given, evidence });
    const elsewhere = { ...evidence, mailboxHash: null, buyerIp: '93.184.216.34' };
    const byAddress = aConversion({ ...given, evidence: elsewhere });
    const assessed = await running.assess([byMailbox, byAddress]);
    for (const { fraudScore, factors } of assessed) {
      expect(fraudScore).toBeGreaterThan(0.9);
      expect(factors[0]).toMatchObject({ factor: 'self_referral', value: 1 });
    }
  });
});

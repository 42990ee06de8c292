import { randomUUIDv7 } from 'node:crypto';
import { linkNumberAssigned } from '@tributary/contracts';
import { eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const DIRECT = 'dev-secret-direct';
const call = { payoutType: 'per_minute', payoutMinor: 150, minDurationSeconds: 30 } as const;

describe('telephone calls and messages', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  const post = (kind: 'call' | 'message', body: object, signature?: string, at = 0) =>
    tracking.call('POST', `/api/track/${kind}`, {
      body,
      at: tracking.services[at]!,
      ...(signature === undefined ? {} : { headers: { 'x-service-signature': signature } }),
    });
  const stored = (id: string) => tracking.collection('conversions').findOne({ _id: id });
  const aClickOn = async (campaign: object) => {
    const made = tracking.aLinkTo({ campaign });
    const clickId = tracking.clickIdOf(await tracking.follow(made.link.trackingCode));
    return { ...made, clickId };
  };
  const aNumberedLink = async () => {
    const number = `+1${String(Math.floor(2e9 + Math.random() * 7e9))}`;
    const { link, campaign } = tracking.aLinkTo({ campaign: { type: 'call', call } });
    await probe.publish(linkNumberAssigned({ ...link, trackingNumber: number }));
    await eventually(async () => {
      const copies = tracking.collection('links');
      return (await copies.countDocuments({ trackingNumber: number })) === 1;
    });
    return { number, link, campaign };
  };

  it('a call to a number of which no event has arrived yet credits its link', async () => {
    const number = `+1${String(Math.floor(2e9 + Math.random() * 7e9))}`;
    const body = { tracking_number: number, transaction_id: 'early-call', duration_seconds: 61 };
    const signature = sign(DIRECT, `${number}.early-call.61`);
    expect((await post('call', body, signature)).status).toBe(404);
    const { link } = tracking.aLinkTo({
      ...{ campaign: { type: 'call', call }, link: { trackingNumber: number } },
    });
    const { status, body: answer } = await post('call', body, signature);
    expect(status).toBe(201);
    expect(await stored(answer.data.conversion_id)).toMatchObject({ linkId: link.linkId });
  });

  it('a call to a link’s own number credits that link, by started minutes', async () => {
    const { number, link } = await aNumberedLink();
    const body = {
      tracking_number: number,
      transaction_id: 'call-1',
      duration_seconds: 61,
      caller_hash: 'c1',
    };
    const answered = await post('call', body, sign(DIRECT, `${number}.call-1.61`));
    expect(answered).toMatchObject({ status: 201, body: { data: { status: 'pending' } } });
    expect(await stored(answered.body.data.conversion_id)).toMatchObject({
      affiliateId: link.affiliateId,
      linkId: link.linkId,
      source: 'call',
      orderId: 'call:call-1',
      valueMinor: 0,
      terms: { type: 'fixed', value: '3.00' },
      customerId: 'c1',
      unpayableReason: null,
    });
    const again = await post('call', { ...body, duration_seconds: 600 });
    expect(again).toMatchObject({
      status: 409,
      body: { data: { conversion_id: answered.body.data.conversion_id } },
    });
  });

  it('a call below the minimum duration is recorded and earns nothing, even if approved', async () => {
    const { clickId, campaign } = await aClickOn({ call });
    const body = { click_id: clickId, transaction_id: 'short', duration_seconds: 29 };
    const answered = await post('call', body, sign(DIRECT, `${clickId}.short.29`));
    const { conversion_id: id } = answered.body.data;
    expect(await stored(id)).toMatchObject({
      unpayableReason: 'below_minimum_duration',
      terms: { value: '0.00' },
    });
    const listed = await tracking.call('GET', '/api/brand/conversions', {
      headers: tracking.brand(campaign.brandId),
    });
    expect(listed.body.data.conversions).toMatchObject([
      { unpayable_reason: 'below_minimum_duration', commission_amount: 0, requires_review: true },
    ]);
  });

  it('calls with a wrong signature, an unknown number or a campaign without calls are refused', async () => {
    const { clickId } = await aClickOn({ call });
    const body = { click_id: clickId, transaction_id: 't', duration_seconds: 60 };
    const wrong = [
      sign(DIRECT, `${clickId}.t.61`),
      sign(DIRECT, `${clickId}.t`),
      sign('dev-secret-source-a', `${clickId}.t.60`),
    ];
    for (const signature of wrong) {
      expect((await post('call', body, signature)).status).toBe(401);
    }
    const unknownNumber = {
      tracking_number: '+15550000000',
      transaction_id: 't',
      duration_seconds: 1,
    };
    expect(await post('call', unknownNumber)).toMatchObject({
      status: 404,
      body: { data: { error: 'tracking_number_not_found' } },
    });
    const gone = { ...body, click_id: randomUUIDv7() };
    expect((await post('call', gone)).body.data.error).toBe('click_not_found');
    const sale = await aClickOn({});
    expect(await post('call', { ...body, click_id: sale.clickId })).toMatchObject({
      status: 400,
      body: { data: { error: 'not_a_call_campaign' } },
    });
    const malformed = [
      { ...body, tracking_number: '+15550000000' },
      { transaction_id: 't', duration_seconds: 1 },
      { ...body, duration_seconds: -1 },
      { ...body, duration_seconds: 1.5 },
      { ...body, duration_seconds: '60' },
      { ...body, duration_seconds: 86_401 },
      { ...body, started_at: '2999-01-01T00:00:00Z' },
      { ...body, caller_hash: { $gt: '' } },
    ];
    for (const each of malformed) expect((await post('call', each)).status).toBe(400);
  });

  it('each conversation counts once, of 40 parallel messages over two instances', async () => {
    const { link, clickId } = await aClickOn({
      type: 'direct_messaging',
      commission: { type: 'fixed', value: '2', currency: 'USD', holdDays: 0 },
    });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const id = `m-${String(index)}`;
        const byClick = index % 3 === 0;
        const touch = byClick ? clickId : link.trackingCode;
        const name = byClick ? 'click_id' : 'tracking_code';
        const body = { [name]: touch, transaction_id: id, conversation_id: 'conv' };
        return post('message', body, sign(DIRECT, `${touch}.${id}`), index % 2);
      }),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    expect(await stored(created[0]!.body.data.conversion_id)).toMatchObject({
      source: 'message',
      affiliateId: link.affiliateId,
      orderId: 'conversation:conv',
    });
    const sale = await aClickOn({});
    const body = { click_id: sale.clickId, transaction_id: 'x', conversation_id: 'y' };
    expect((await post('message', body)).body.data.error).toBe('not_a_messaging_campaign');
  });
});

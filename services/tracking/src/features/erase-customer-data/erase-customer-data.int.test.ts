import {
  assessmentCustomerErased,
  auditEntryRecorded,
  commissionCustomerErased,
  conversionCustomerErased,
} from '@tributary/contracts';
import { eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { newId } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

interface Receipt {
  readonly id: string;
  readonly status: string;
  readonly orders: number;
  readonly completed_at: string | null;
  readonly erased: readonly { service: string; collection: string; count: number }[];
}

describe('DELETE /api/customer-data', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({ CUSTOMER_ERASURE_SECOND_PASS_SECONDS: '0' });
    probe = await openEventProbe(tracking.env, [
      'tracking.conversions',
      'attribution.assessments',
      'commission.commissions',
      'audit.entries',
    ]);
  });
  afterAll(() => probe.close());
  afterAll(() => tracking.close());

  const conversions = () => tracking.collection('conversions');
  const clicks = () => tracking.collection('clicks');
  const receipts = () => tracking.collection('customer_erasures');

  /** A click of a visitor, and an order of a customer after it. */
  const anOrder = async (
    brandId: string,
    customer: Record<string, string>,
    link = tracking.aLinkTo({ campaign: { brandId }, link: { brandId } }).link,
  ) => {
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const id = newId();
    const { body } = await tracking.call('POST', '/api/track/conversion', {
      body: {
        click_id: clickId,
        transaction_id: id,
        order_value: 100,
        metadata: { name: 'Ann' },
        ...customer,
      },
    });
    await eventually(async () => (await clicks().countDocuments({ _id: clickId })) === 1);
    return { id: body.data.conversion_id, clickId, link };
  };

  const erase = (headers: Record<string, string>, body: object) =>
    tracking.call('DELETE', '/api/customer-data', { headers, body });
  const receiptOf = async (headers: Record<string, string>, id: string): Promise<Receipt> =>
    (await tracking.call('GET', `/api/customer-data/erasures/${id}`, { headers }))
      .body as unknown as Receipt;
  /** Reports as the other services do for each order. */
  const report = async (erasureId: string, ids: readonly string[]) => {
    for (const conversionId of ids) {
      await probe.waitFor(
        conversionCustomerErased,
        (data) => data.conversionId === conversionId && data.erasureId === erasureId,
      );
      const common = { erasureId, conversionId };
      const facts = [{ collection: 'order_facts', count: 1 }];
      const views = [{ collection: 'conversion_views', count: 1 }];
      await probe.publish(assessmentCustomerErased({ ...common, counts: facts }));
      await probe.publish(commissionCustomerErased({ ...common, counts: views }));
    }
  };
  const erasedHere = (receipt: Receipt) =>
    Object.fromEntries(
      receipt.erased
        .filter(({ service }) => service === 'tracking')
        .map(({ collection, count }) => [collection, count]),
    );

  it('erases the brand’s orders of an e-mail address and their clicks, and no other brand’s', async () => {
    const [brandId, otherBrand] = [newId(), newId()];
    const ann = { customer_email: 'ann@example.com', customer_id: 'c-ann' };
    const own = [await anOrder(brandId, ann), await anOrder(brandId, ann)];
    const bob = await anOrder(brandId, { customer_email: 'bob@example.com' });
    const foreign = await anOrder(otherBrand, ann);
    const headers = tracking.brand(brandId);

    const answered = await erase(headers, { customer_email: 'Ann@Example.com' });
    expect(answered).toMatchObject({
      status: 202,
      body: { status: 'running', by: 'customer_email' },
    });
    const { id } = answered.body;
    await report(
      id,
      own.map((order) => order.id),
    );
    const receipt = await eventually(async () => {
      const found = await receiptOf(headers, id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(receipt).toMatchObject({ orders: 2, completed_at: expect.any(String) });
    expect(receipt.erased).toEqual(
      expect.arrayContaining([
        { service: 'tracking', collection: 'conversions', count: 2 },
        { service: 'attribution', collection: 'order_facts', count: 2 },
        { service: 'commission', collection: 'conversion_views', count: 2 },
      ]),
    );
    for (const order of own) {
      expect(await conversions().findOne({ _id: order.id })).toMatchObject({
        customerEmailHash: null,
        customerId: null,
        ip: null,
        userAgent: null,
        evidence: null,
        metadataText: null,
        valueMinor: 10_000,
        affiliateId: order.link.affiliateId,
      });
      expect(await clicks().findOne({ _id: order.clickId })).toMatchObject({ visitorId: 'erased' });
    }
    for (const order of [bob, foreign]) {
      expect(await conversions().findOne({ _id: order.id })).toMatchObject({
        customerEmailHash: expect.any(String),
        ip: expect.any(String),
      });
      const click = await clicks().findOne({ _id: order.clickId });
      expect(click?.['visitorId']).not.toBe('erased');
    }
    // The audit log names the receipt and not the person, and the receipt leads to nobody.
    const { data: entry } = await probe.waitFor(auditEntryRecorded, ({ targetIds }) =>
      targetIds.includes(id),
    );
    expect(entry).toMatchObject({ operationId: 'eraseCustomerData', outcome: 'done' });
    expect(JSON.stringify(entry).toLowerCase()).not.toContain('ann@');
    const stored = await receipts().findOne({ _id: id });
    expect(stored).toMatchObject({ search: null, dueAt: null, brandId });
    expect(JSON.stringify([stored, receipt]).toLowerCase()).not.toMatch(/ann@|c-ann/);
  });

  it('erases by customer id, and the visitor’s other clicks with it', async () => {
    const brandId = newId();
    const order = await anOrder(brandId, { customer_id: 'c-42' });
    const visitorId = (await clicks().findOne({ _id: order.clickId }))?.['visitorId'];
    const linkId = order.link.linkId;
    const { campaignId } = order.link;
    await clicks().insertOne({
      ...{ _id: newId(), visitorId, campaignId, linkId, brandId, ip: '203.0.113.9' },
      ...{ countable: true, occurredAt: new Date() },
    });
    const answered = await erase(tracking.brand(brandId), { customer_id: 'c-42' });
    await report(answered.body.id, [order.id]);
    await eventually(async () => (await clicks().countDocuments({ visitorId, brandId })) === 0);
    expect(await clicks().countDocuments({ linkId, ip: { $exists: true } })).toBe(0);
    expect(await conversions().findOne({ _id: order.id })).toMatchObject({ customerId: null });
  });

  it('erases by click, also one that led to no order, and only of the brand’s own links', async () => {
    const [brandId, otherBrand] = [newId(), newId()];
    const order = await anOrder(brandId, { customer_email: 'cy@example.com' });
    const link = tracking.aLinkTo({ campaign: { brandId }, link: { brandId } }).link;
    const alone = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    await eventually(async () => (await clicks().countDocuments({ _id: alone })) === 1);

    const foreign = await erase(tracking.brand(otherBrand), { click_id: order.clickId });
    const receipt = await eventually(async () => {
      const found = await receiptOf(tracking.brand(otherBrand), foreign.body.id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(receipt.orders).toBe(0);
    expect(erasedHere(receipt)).toEqual({ conversions: 0, clicks: 0 });
    expect(await conversions().findOne({ _id: order.id })).toMatchObject({
      customerEmailHash: expect.any(String),
    });

    await erase(tracking.brand(brandId), { click_id: alone });
    await erase(tracking.brand(brandId), { click_id: order.clickId.toUpperCase() });
    for (const _id of [alone, order.clickId]) {
      await eventually(async () => (await clicks().findOne({ _id }))?.['visitorId'] === 'erased');
    }
    expect(await conversions().findOne({ _id: order.id })).toMatchObject({
      customerEmailHash: null,
      clickId: order.clickId,
    });
  });

  it('lets an administrator erase in the orders of all brands, or of one', async () => {
    const admin = tracking.admin();
    const [first, second] = [newId(), newId()];
    const dee = { customer_email: `${newId()}@example.com` };
    const orders = [await anOrder(first, dee), await anOrder(second, dee)];
    await erase(admin, { ...dee, brand_id: first });
    const hashOf = async (id: string | undefined) =>
      (await conversions().findOne({ _id: id ?? '' }))?.['customerEmailHash'];
    await eventually(async () => (await hashOf(orders[0]?.id)) === null);
    expect(await hashOf(orders[1]?.id)).toEqual(expect.any(String));
    await erase(admin, dee);
    await eventually(async () => (await hashOf(orders[1]?.id)) === null);
  });

  it('shows receipts to their brand and to administrators alone', async () => {
    const brandId = newId();
    const { body } = await erase(tracking.brand(brandId), { customer_id: 'nobody' });
    const path = `/api/customer-data/erasures/${body.id}`;
    const get = async (headers: Record<string, string>) =>
      (await tracking.call('GET', path, { headers })).status;
    expect(await get(tracking.brand(brandId))).toBe(200);
    expect(await get(tracking.admin())).toBe(200);
    expect(await get(tracking.brand(newId()))).toBe(404);
    expect(await get(tracking.affiliate(newId()))).toBe(403);
    const list = await tracking.call('GET', '/api/customer-data/erasures', {
      headers: tracking.brand(brandId),
    });
    expect(list.body).toMatchObject({
      erasures: [{ id: body.id, brand_id: brandId }],
      pagination: { total: 1 },
    });
  });

  it('needs the owner’s permission and a fresh proof of the person, and a name', async () => {
    const brandId = newId();
    const headers = tracking.brand(brandId);
    const person = { customer_id: 'c-1' };
    expect((await erase(tracking.affiliate(newId()), person)).status).toBe(403);
    const manager = tracking.headersFor({
      id: brandId,
      role: 'brand',
      member: { id: newId(), role: 'manager' },
    });
    expect((await erase(manager, person)).status).toBe(403);
    const stale = tracking.headersFor({ id: brandId, role: 'brand', authAgeS: 86_400 });
    expect(await erase(stale, person)).toMatchObject({
      status: 403,
      body: { error: 'step_up_required' },
    });
    for (const wrong of [
      {},
      { customer_emails: [] },
      { ...person, click_ids: ['x'] },
      { customer_email: 'ann' },
      { click_id: 'x' },
      { customer_id: { $ne: '' } },
      { ...person, brand_id: newId() },
    ]) {
      expect((await erase(headers, wrong)).status).toBe(400);
    }
    expect(await receipts().countDocuments({ brandId })).toBe(0);
  });

  it('counts what it finds once: a repetition finds nothing any more', async () => {
    const brandId = newId();
    const customer = { customer_email: `${newId()}@example.com` };
    const order = await anOrder(brandId, customer);
    const { body } = await erase(tracking.brand(brandId), customer);
    await report(body.id, [order.id]);
    const headers = tracking.brand(brandId);
    const done = await eventually(async () => {
      const found = await receiptOf(headers, body.id);
      return found.status === 'completed' ? found : undefined;
    });
    const again = await erase(headers, customer);
    const repeated = await eventually(async () => {
      const found = await receiptOf(headers, again.body.id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(erasedHere(repeated)).toEqual({ conversions: 0, clicks: 0 });
    expect(erasedHere(done)).toEqual({ conversions: 1, clicks: 1 });
    expect(await receiptOf(headers, body.id)).toEqual(done);
  });

  it('erases by every identifier of a request', async () => {
    const brandId = newId();
    const names = [
      { customer_email: `${newId()}@example.com` },
      { customer_email: `${newId()}@example.com` },
      { customer_id: 'c-8' },
    ];
    const orders = [];
    for (const name of names) orders.push(await anOrder(brandId, name));
    const other = await anOrder(brandId, { customer_id: 'c-88' });
    const { body } = await erase(tracking.brand(brandId), {
      ...names[0],
      customer_emails: [names[1]?.customer_email],
      customer_ids: ['c-8'],
      click_ids: [orders[2]?.clickId],
    });
    expect(body).toMatchObject({ by: 'several' });
    const ids = orders.map(({ id }) => id);
    await report(body.id, ids);
    const receipt = await eventually(async () => {
      const found = await receiptOf(tracking.brand(brandId), body.id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(receipt.orders).toBe(3);
    expect(erasedHere(receipt)).toEqual({ conversions: 3, clicks: 3 });
    const named = { customerEmailHash: null, customerId: null };
    expect(await conversions().countDocuments({ _id: { $in: ids }, ...named })).toBe(3);
    expect(await conversions().findOne({ _id: other.id })).toMatchObject({ customerId: 'c-88' });
  });

  it('erases in a second pass the orders and clicks that were on their way', async () => {
    const brandId = newId();
    const late = await anOrder(brandId, { customer_id: 'c-9' });
    const [named, another] = [await anOrder(brandId, {}), await anOrder(brandId, {})];
    const visitorId = (await clicks().findOne({ _id: another.clickId }))?.['visitorId'];
    const id = newId();
    await receipts().insertOne({
      ...{ _id: id, brandId, requestedBy: brandId, by: 'customer_id', search: 'c-9' },
      ...{ pass: 2, at: 0, position: null },
      remembered: { clickIds: [named.clickId], visitors: [{ visitorId, brandId }] },
      ...{ requestedAt: new Date(), dueAt: new Date(Date.now() - 1), completedAt: null },
      ...{ orders: 0, counts: {}, reports: { attribution: 0, commission: 0 } },
    });
    await report(id, [late.id]);
    const receipt = await eventually(async () => {
      const found = await receiptOf(tracking.brand(brandId), id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(erasedHere(receipt)).toEqual({ conversions: 1, clicks: 3 });
    expect(await receipts().findOne({ _id: id })).not.toHaveProperty('remembered');
  });

  it('goes on where an instance stopped in the middle', async () => {
    const brandId = newId();
    const customer = { customer_id: 'c-7' };
    const orders = [await anOrder(brandId, customer), await anOrder(brandId, customer)];
    const [first, last] = orders.map(({ id }) => id).toSorted();
    // The state that a stopped instance leaves: one step done, and a lease that has ended.
    await conversions().updateOne(
      { _id: first ?? '' },
      { $set: { customerId: null, customerErased: true } },
    );
    const id = newId();
    await receipts().insertOne({
      _id: id,
      brandId,
      requestedBy: brandId,
      by: 'customer_id',
      search: 'c-7',
      position: first,
      requestedAt: new Date(),
      dueAt: new Date(Date.now() - 1),
      orders: 1,
      counts: { tracking: { conversions: 1, clicks: 1 } },
      reports: { attribution: 1, commission: 1 },
      completedAt: null,
    });
    await report(id, [last ?? '']);
    const receipt = await eventually(async () => {
      const found = await receiptOf(tracking.brand(brandId), id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(receipt.orders).toBe(2);
    expect(erasedHere(receipt)).toEqual({ conversions: 2, clicks: 2 });
  });

  it('tries an erasure that failed again soon, not after the lease of a stopped instance', async () => {
    const brandId = newId();
    const id = newId();
    const insertedAt = Date.now();
    await receipts().insertOne({
      // Nobody can read what to search for.
      ...{ _id: id, brandId, requestedBy: brandId, by: 'several', search: '[' },
      ...{ pass: 1, at: 0, position: null, requestedAt: new Date(insertedAt) },
      ...{ dueAt: new Date(insertedAt - 1), completedAt: null },
      ...{ orders: 0, counts: {}, reports: { attribution: 0, commission: 0 } },
    });
    await eventually(async () => {
      const dueAt = ((await receipts().findOne({ _id: id }))?.['dueAt'] as Date).getTime();
      return dueAt > insertedAt && dueAt < insertedAt + MINUTE_MS;
    });
    await receipts().updateOne({ _id: id }, { $set: { by: 'customer_id', search: 'c-10' } });
    await eventually(
      async () => (await receiptOf(tracking.brand(brandId), id)).status === 'completed',
    );
  });
});

import { auditEntryRecorded, productAdded, productUpdated } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { openRunningCampaign, type RunningCampaign } from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

const PATH = '/api/brand/products';
const kettle = { sku: 'K-1', name: 'Kettle', price: 39.9, currency: 'EUR', category: 'kitchen' };

describe('a brand’s products', () => {
  it('are created, updated, listed and deleted, and published', async () => {
    const brand = running.caller('brand');
    const made = await brand.post(PATH, kettle);
    expect(made).toMatchObject({ status: 201, body: { ...kettle, url: null } });
    const { id } = made.body;
    const added = await running.probe.waitFor(productAdded, (one) => one.productId === id);
    expect(added.data).toMatchObject({ brandId: brand.id, sku: 'K-1', priceMinor: 3_990 });
    const path = `${PATH}/${String(id)}`;
    const changed = await brand.put(path, { price: 35, url: 'https://shop.example.com/k' });
    expect(changed.body).toMatchObject({ ...kettle, price: 35, url: 'https://shop.example.com/k' });
    const published = await running.probe.waitFor(productUpdated, (one) => one.productId === id);
    expect(published.data).toMatchObject({ priceMinor: 3_500 });
    await brand.post(PATH, { ...kettle, sku: 'K-2', category: 'garden' });
    const { body } = await brand.get(`${PATH}?category=kitchen`);
    expect(body.products).toEqual([changed.body]);
    expect((await brand.get(path)).body).toEqual(changed.body);
    expect((await brand.delete(path)).status).toBe(200);
    expect((await brand.get(path)).status).toBe(404);
    expect((await brand.get(PATH)).body.pagination.total).toBe(1);
    const removed = await running.probe.waitFor(
      auditEntryRecorded,
      (one) => one.operationId === 'deleteProduct' && one.targetIds.includes(String(id)),
    );
    expect(removed.data.changes).toMatchObject([
      { kind: 'product', before: { sku: 'K-1', priceMinor: 3_500, name: '[hidden]' }, after: null },
    ]);
  });

  it('have unique skus within a brand, also after an update', async () => {
    const brand = running.caller('brand');
    const { body: one } = await brand.post(PATH, kettle);
    expect((await brand.post(PATH, kettle)).body.error).toBe('sku_taken');
    expect((await running.caller('brand').post(PATH, kettle)).status).toBe(201);
    await brand.post(PATH, { ...kettle, sku: 'K-2' });
    const renamed = await brand.put(`${PATH}/${String(one.id)}`, { sku: 'K-2' });
    expect([renamed.status, renamed.body.error]).toEqual([409, 'sku_taken']);
  });

  it('are not accessible to other brands and affiliates', async () => {
    const { body } = await running.caller('brand').post(PATH, kettle);
    const other = running.caller('brand');
    const path = `${PATH}/${String(body.id)}`;
    for (const answer of [
      await other.get(path),
      await other.put(path, { price: 1 }),
      await other.delete(path),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await other.get(`${PATH}/${newId()}`)).body).toEqual((await other.get(path)).body);
    expect((await running.caller('affiliate').get(PATH)).status).toBe(403);
  });

  it.each([
    [{ ...kettle, price: 1.001 }, 'price:'],
    [{ ...kettle, price: -1 }, 'price:'],
    [{ ...kettle, currency: 'XXQ' }, 'currency:'],
    [{ ...kettle, url: 'javascript:alert(1)' }, 'url:'],
    [{ ...kettle, url: 'data:text/html,x' }, 'url:'],
    [{ ...kettle, sku: '' }, 'sku:'],
    [{ ...kettle, colour: 'red' }, 'colour:'],
  ])('refuses %j, naming the field', async (body, field) => {
    const brand = running.caller('brand');
    const refused = await brand.post(PATH, body);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(field);
    expect((await brand.get(PATH)).body.pagination.total).toBe(0);
  });

  it('require a price where the currency changes', async () => {
    const brand = running.caller('brand');
    const { body } = await brand.post(PATH, kettle);
    const path = `${PATH}/${String(body.id)}`;
    expect((await brand.put(path, { currency: 'JPY' })).body.detail).toContain('price:');
    expect((await brand.put(path, { currency: 'JPY', price: 4_000 })).body.price).toBe(4_000);
  });
});

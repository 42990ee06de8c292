import { HOUR_MS } from '@tributary/units';
import { type OpenStores, openStores } from '../testing/open-stores.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

describe('the file of a report', () => {
  it('is of one attempt alone, though the one before still writes when another has begun', async () => {
    const { reportFiles } = stores;
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const reportId = crypto.randomUUID();
    const add = (attempt: number, index: number, text: string) =>
      reportFiles.add({ reportId, attempt, index, bytes: Buffer.from(text), expiresAt });
    await add(1, 0, 'old ');
    await reportFiles.drop(reportId);
    await add(2, 0, 'new ');
    await add(1, 1, 'lost ');
    await add(2, 1, 'file');
    await add(1, 0, 'late ');
    await add(1, 2, 'end');
    let text = '';
    for await (const bytes of reportFiles.read(reportId, 2)) text += bytes.toString();
    expect(text).toBe('new file');
  });
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/** A fixture with the current time, another order id and a click. */
export async function readShopFixture(
  name: string,
  given: { readonly id: number; readonly clickId?: string },
): Promise<string> {
  const text = await readFile(path.join(FIXTURES, `${name}.json`), 'utf8');
  const now = new Date().toISOString();
  return text
    .replaceAll('{{click_id}}', given.clickId ?? '')
    .replaceAll('2026-05-01T11:15:47-04:00', now)
    .replaceAll('2026-05-01T19:28:02', now.slice(0, 19))
    .replaceAll('450789469', String(given.id))
    .replaceAll('"id": 727,', `"id": ${String(given.id)},`);
}

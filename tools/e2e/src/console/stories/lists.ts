import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { PASSWORD, type Stage, type Story } from '../stage.ts';
import { type Visitor } from '../visitor.ts';

const CODES = 1_000;
const PER_CALL = 100;
/** More rows than fit on a screen, with those ready to be scrolled to. */
const MAX_ROWS_IN_PAGE = 80;

/** Gives the brand's first member many coupon codes. */
async function addCodes({ client, brand, names }: Stage): Promise<void> {
  const { applications } = await brand.get('/api/brand/applications?status=approved&per_page=1');
  const { campaign_id, affiliate_id } = applications[0];
  const { auth } = client.sdk();
  const { access_token } = await auth.logIn({ email: names.brandEmail, password: PASSWORD });
  const { coupons } = client.sdk(access_token);
  for (let made = 0; made < CODES; made += PER_CALL) {
    const codes = Array.from({ length: PER_CALL }, () => randomUUID());
    await coupons.bulkCreate({
      coupons: codes.map((code) => ({ campaign_id, affiliate_id, code })),
    });
  }
}

/** Presses a key until a row has the focus; at each step few rows exist. */
async function moveTo({ page }: Visitor, key: 'End' | 'Home', row: number): Promise<void> {
  const rows = page.locator('tr[data-row]');
  await eventually(async () => {
    await page.keyboard.press(key);
    const count = await rows.count();
    if (count > MAX_ROWS_IN_PAGE) throw new Error(`${String(count)} rows are in the page`);
    return page.locator(`tr[data-row="${String(row)}"]:focus`).isVisible();
  });
}

/** What holds for lists of any length. */
export const listStories: readonly Story[] = [
  {
    title: 'moves through thousands of codes by keyboard, to the last one and back to the first',
    run: async (stage) => {
      const { brand } = stage;
      await addCodes(stage);
      await brand.visit('/coupons');
      await brand.page.locator('tr[data-row="0"]').focus();
      const { pagination } = await brand.get('/api/brand/coupons?per_page=1');
      await moveTo(brand, 'End', pagination.total - 1);
      await moveTo(brand, 'Home', 0);
      await brand.find('table', 'Coupon codes').getByRole('row').nth(1).waitFor();
    },
  },
];

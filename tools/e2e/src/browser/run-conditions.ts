import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { eventually } from '@tributary/testing';
import { Client, type Person } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { openChromium } from './chromium.ts';
import { type Condition } from './conditions.ts';
import { type Row } from './report.ts';
import { openShop, type Shop } from './shop.ts';
import { untilReady } from './visit.ts';

const LINKS = 'go.shop.test';
const ATTRIBUTED_WITHIN_MS = 60_000;

interface Affiliate {
  readonly id: string;
  readonly trackingCode: string;
}

/** A brand whose campaign leads to the shop, and two affiliates with a link. */
async function openCampaign(client: Client, landingPage: string) {
  const brand = await client.register('brand', 'Shop');
  const campaigns = client.sdk(brand.token).campaigns;
  const campaign = await campaigns.create({
    name: 'Conditions',
    type: 'sale',
    landing_page_url: landingPage,
    commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
    approval: { mode: 'auto' },
  });
  await campaigns.update(campaign.id, { status: 'active' });
  const join = async (name: string): Promise<Affiliate> => {
    const affiliate = await client.register('affiliate', name);
    const sdk = client.sdk(affiliate.token);
    await sdk.campaigns.apply(campaign.id, {});
    const link = await sdk.links.create({ campaign_id: campaign.id });
    return { id: affiliate.id, trackingCode: link.tracking_code };
  };
  return { brand, affiliates: [await join('First'), await join('Second')] as const };
}

interface Parts {
  readonly system: TestSystem;
  readonly shop: Shop;
  readonly affiliates: readonly [Affiliate, Affiliate];
}

/** Every second visit comes over a redirect, the others to a landing page that names the link. */
const addressOf = (
  { system, shop }: Parts,
  { trackingCode }: Affiliate,
  isRedirect: boolean,
): string =>
  isRedirect
    ? `http://${LINKS}:${new URL(system.baseUrl).port}/r/${trackingCode}`
    : `http://www.shop.test:${String(shop.port)}/?via=${trackingCode}`;

const failuresOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { failures?: string[] }).failures ?? []);

/** One visitor's purchase. @returns what went wrong in the pages */
async function visitOnce(
  parts: Parts,
  condition: Condition,
  { browser, index, orderId }: { browser: Browser; index: number; orderId: string },
): Promise<string[]> {
  const context: BrowserContext = await browser.newContext();
  try {
    await condition.before?.({ context });
    await context.addCookies(
      ['.shop.test', '.shop-pay.test'].map((domain) => ({
        name: 'setup',
        value: condition.setup ?? 'default',
        domain,
        path: '/',
      })),
    );
    const page = await context.newPage();
    const enter = async (which: 0 | 1 = 0): Promise<void> => {
      await page.goto(addressOf(parts, parts.affiliates[which], index % 2 === 0));
      if (condition.setup !== 'consent') await untilReady(page);
    };
    await condition.run({ context, page, orderId, port: parts.shop.port, enter });
    return (await failuresOf(page)).map((failure) => `${condition.name}: ${failure}`);
  } catch (error) {
    return [`${condition.name}: ${String(error).split('\n')[0] ?? ''}`];
  } finally {
    await context.close();
  }
}

/** Whom each order is credited to, once all of them are assessed. */
async function creditsOf(client: Client, brand: Person, orders: number) {
  const list = client.sdk(brand.token).brandConversions;
  return eventually(
    async () => {
      const credits = new Map<string, string | null>();
      for await (const one of list.list({ per_page: 100 })) {
        if (typeof one.fraud_score !== 'number') throw new Error('not assessed yet');
        credits.set(one.order_id, one.affiliate_id);
      }
      if (credits.size < orders) throw new Error(`${String(credits.size)} of ${String(orders)}`);
      return credits;
    },
    { timeoutMs: ATTRIBUTED_WITHIN_MS, everyMs: 500 },
  );
}

function rowOf(
  { name, story, earns }: Condition,
  orderIds: readonly string[],
  credits: ReadonlyMap<string, string | null>,
  affiliates: Parts['affiliates'],
): Row {
  const expected = earns === undefined ? undefined : affiliates[earns].id;
  const attributed = orderIds.filter((orderId) => {
    const credited = credits.get(orderId) ?? null;
    return expected === undefined ? credited !== null : credited === expected;
  });
  return {
    name,
    story,
    isAllowed: expected !== undefined,
    orders: orderIds.length,
    attributed: attributed.length,
  };
}

export interface ConditionRun {
  readonly conditions: readonly Condition[];
  /** Of each condition. */
  readonly visits: number;
  readonly print: (line: string) => void;
}

/** Lets visitors buy under all conditions, and compares whom the system credits. */
export async function runConditions(
  system: TestSystem,
  { conditions, visits, print }: ConditionRun,
) {
  const client = new Client(system);
  const shop = await openShop(client.sdk());
  const { port } = new URL(system.baseUrl);
  const src = (path: string): string => `http://${LINKS}:${port}${path}`;
  const attributes = { 'data-domains': 'shop-pay.test' };
  shop.setups.set('default', { src: src('/t/main.js'), attributes });
  shop.setups.set('consent', {
    src: src('/t/main.js'),
    attributes: { 'data-consent': 'required' },
  });
  shop.setups.set('own-path', { src: src('/assets/shop.js'), attributes });
  const landingPage = `http://www.shop.test:${String(shop.port)}/`;
  const { brand, affiliates } = await openCampaign(client, landingPage);
  const browser = await openChromium(print);
  const failures: string[] = [];
  const placed = new Map<string, string[]>();
  try {
    for (const condition of conditions) {
      print(`${condition.name} ...`);
      const orderIds = Array.from({ length: visits }, () => randomUUID());
      placed.set(condition.name, orderIds);
      for (const [index, orderId] of orderIds.entries()) {
        const parts = { system, shop, affiliates };
        failures.push(...(await visitOnce(parts, condition, { browser, index, orderId })));
      }
    }
    const reported = [...shop.placed.values()].filter((clickId) => clickId !== '').length;
    const credits = await creditsOf(client, brand, reported);
    const rows = conditions.map((one) =>
      rowOf(one, placed.get(one.name) ?? [], credits, affiliates),
    );
    return { rows, failures, browser: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    await shop.close();
  }
}

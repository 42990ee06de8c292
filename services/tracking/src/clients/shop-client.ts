import { openResolver, targetIssue } from '@tributary/egress';
import { isAppError, unavailable } from '@tributary/errors';
import { MIB } from '@tributary/units';
import { Agent } from 'undici';
import { parseShopJson } from '../domain/shop-order.ts';

/** Credentials for a shop's API. */
export type ShopAccess =
  | { readonly platform: 'shopify'; readonly accessToken: string }
  | {
      readonly platform: 'woocommerce';
      readonly consumerKey: string;
      readonly consumerSecret: string;
    };

export interface ShopOrderPage {
  readonly orders: readonly unknown[];
  /** URL of the next page; undefined after the last page. */
  readonly next: string | undefined;
}

/** Reads orders from shops. */
export interface ShopClient {
  /** Orders changed since a time, oldest change first; `page` is `next` of the previous page. */
  listOrders(
    shop: { readonly shopUrl: string; readonly access: ShopAccess },
    since: Date,
    page: string | undefined,
  ): Promise<ShopOrderPage>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * MIB;
const SHOPIFY_VERSION = '2025-10';
const PER_PAGE: Readonly<Record<ShopAccess['platform'], number>> = {
  shopify: 250,
  woocommerce: 100,
};

function firstPage(shopUrl: string, platform: ShopAccess['platform'], since: Date): string {
  const at = since.toISOString();
  const limit = String(PER_PAGE[platform]);
  if (platform === 'shopify') {
    const query = { status: 'any', limit, updated_at_min: at, order: 'updated_at asc' };
    return `${shopUrl}/admin/api/${SHOPIFY_VERSION}/orders.json?${new URLSearchParams(query).toString()}`;
  }
  const query = {
    per_page: limit,
    page: '1',
    modified_after: at.slice(0, 19),
    dates_are_gmt: 'true',
    orderby: 'modified',
    order: 'asc',
  };
  return `${shopUrl}/wp-json/wc/v3/orders?${new URLSearchParams(query).toString()}`;
}

const headersOf = (access: ShopAccess): Record<string, string> => {
  if (access.platform === 'shopify') return { 'x-shopify-access-token': access.accessToken };
  const { consumerKey, consumerSecret } = access;
  const pair = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  return { authorization: `Basic ${pair}` };
};

/** The next page by the Link header; a link to another host is ignored. */
function nextOf(link: string | undefined, shopUrl: string): string | undefined {
  const found = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (found === undefined) return undefined;
  return URL.parse(found)?.origin === new URL(shopUrl).origin ? found : undefined;
}

const failed = (code: string, message: string, cause?: unknown) =>
  unavailable(code, { message, cause, retryAfterSeconds: 60 });

async function bodyOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      throw failed('store_answer_too_large', 'The shop’s response is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function ordersOf(text: string, platform: ShopAccess['platform']): readonly unknown[] {
  try {
    const parsed = parseShopJson(text);
    const orders = platform === 'shopify' ? (parsed as { orders?: unknown }).orders : parsed;
    if (Array.isArray(orders)) return orders as unknown[];
  } catch (error) {
    throw failed('store_answer_malformed', 'The shop’s response is not JSON', error);
  }
  throw failed('store_answer_malformed', 'The shop’s response is not a list of orders');
}

/** Redirects are not followed, and connections go to addresses of the public internet only. */
export function openShopClient({ allowPrivate }: { allowPrivate: boolean }): ShopClient {
  const resolver = openResolver({ allowPrivate, servers: [] });
  const agent = new Agent({
    connections: 2,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { lookup: resolver.lookup, timeout: 10_000 },
  });

  const get = async (url: string, headers: Record<string, string>) => {
    const issue = targetIssue(url, { allowPrivate });
    if (issue !== undefined) throw failed('store_url_refused', issue);
    const { origin, pathname, search } = new URL(url);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await agent.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'Tributary', ...headers },
        signal,
      });
      const text = await bodyOf(response.body as AsyncIterable<Buffer>);
      return { status: response.statusCode, link: response.headers['link'], text };
    } catch (error) {
      if (isAppError(error)) throw error;
      throw failed('store_unreachable', 'The shop could not be reached', error);
    }
  };

  return {
    listOrders: async ({ shopUrl, access }, since, page) => {
      const url = page ?? firstPage(shopUrl, access.platform, since);
      const { status, link, text } = await get(url, headersOf(access));
      if (status === 401 || status === 403) {
        throw failed('store_access_denied', 'The shop rejects the stored credentials');
      }
      if (status !== 200) throw failed('store_refused', `The shop answered ${String(status)}`);
      const header = Array.isArray(link) ? link.join(', ') : link;
      return { orders: ordersOf(text, access.platform), next: nextOf(header, shopUrl) };
    },
    close: () => agent.destroy(),
  };
}

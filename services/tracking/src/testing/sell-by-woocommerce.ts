import { type PluginRequest, runPlugin } from '@tributary/php/testing';

interface Answered {
  readonly status: number;
  readonly body: {
    readonly data: { status: string; conversion_id: string | null; reason: string | null };
  };
}

interface Parts {
  readonly secret: string;
  readonly send: (id: string, body: string, headers: Record<string, string>) => Promise<Answered>;
  /** The stored conversion of an answer. */
  readonly find: (answered: Answered) => Promise<unknown>;
}

/** Sends what the plugin for WooCommerce made of a visitor's purchases, exactly as it did. */
export async function sellByWooCommerce(
  { id, clickId }: { readonly id: string; readonly clickId: string },
  { secret, send, find }: Parts,
): Promise<void> {
  const { requests } = runPlugin({ click_id: clickId, secret, order_id: 900 });
  const post = ({ body, headers }: PluginRequest) => send(id, body, { ...headers });
  const answers: Answered[] = [];
  for (const request of requests) answers.push(await post(request));
  expect(answers.map(({ body: { data } }) => [data.status, data.reason])).toEqual([
    ['recorded', null],
    ['adjusted', null],
    ['recorded', null],
    ['recorded', null],
    ['reversed', null],
    ['ignored', 'no_click'],
    ['ignored', 'order_unknown'],
  ]);
  const [bought, , , renewed] = answers;
  expect(bought && (await find(bought))).toMatchObject({
    orderId: '900',
    clickId,
    valueMinor: 5_998,
    refundedMinor: 998,
    currency: 'EUR',
    customerId: '7',
    customerEmailHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    products: [{ sku: 'OAK-1', quantity: 2, priceMinor: 2_999 }],
  });
  expect(renewed && (await find(renewed))).toMatchObject({ orderId: '904', clickId });
}

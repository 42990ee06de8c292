import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const text = readFileSync(join(import.meta.dirname, '../blocks/tributary.liquid'), 'utf8');
const code = /<script>\n(.*?)<\/script>/s.exec(text)?.[1] ?? '';

interface Visit {
  /** The click that the cart has already. */
  readonly saved?: string;
  /** The customer's choice: `yes`, `no`, or empty without one. */
  readonly choice: string;
  /** Whether the shop's region allows it without a choice. */
  readonly isAllowed: boolean;
}

/** Opens a page of a shop with the block, and returns what it did and how the customer chooses. */
function open({ saved = '', choice, isAllowed }: Visit) {
  const calls: unknown[][] = [];
  const carts: unknown[] = [];
  const listeners: ((event: object) => void)[] = [];
  const customerPrivacy = {
    currentVisitorConsent: () => ({ marketing: choice }),
    marketingAllowed: () => isAllowed,
  };
  const tributary = (...call: unknown[]): void => {
    calls.push(call.slice(0, 2).filter((one) => typeof one === 'string'));
    if (typeof call[1] === 'function') (call[1] as (clickId: string) => void)(CLICK);
  };
  const page = {
    window: {
      tributary,
      Shopify: {
        customerPrivacy,
        loadFeatures: (_features: unknown, done: () => void) => done(),
      },
    },
    tributary,
    document: {
      addEventListener: (_name: string, run: (event: object) => void) => listeners.push(run),
    },
    fetch: (url: string, { body }: { body: string }) => {
      carts.push([url, (JSON.parse(body) as { attributes: object }).attributes]);
      return Promise.resolve();
    },
  };
  const filled = code
    .replace('{{ routes.root_url | json }}', '"/fr/"')
    .replace("{{ cart.attributes.click_id | default: '' | json }}", JSON.stringify(saved));
  runInNewContext(filled, page);
  const choose = (marketingAllowed: boolean): void =>
    listeners.forEach((run) => run({ detail: { marketingAllowed } }));
  return { calls, carts, choose };
}

const written = ['/fr/cart/update.js', { click_id: CLICK }];

describe('the block of a Shopify theme', () => {
  it('writes the click into the cart once the customer agrees, and once only', () => {
    const { calls, carts, choose } = open({ choice: '', isAllowed: false });
    expect([calls, carts]).toEqual([[], []]);
    choose(true);
    choose(true);
    expect(carts).toEqual([written]);
    expect(calls[0]).toEqual(['consent', 'granted']);
  });

  it('writes it at once where the customer agreed before, or need not be consulted', () => {
    expect(open({ choice: 'yes', isAllowed: true }).carts).toEqual([written]);
    expect(open({ choice: '', isAllowed: true }).carts).toEqual([written]);
    expect(open({ choice: 'yes', isAllowed: true, saved: CLICK }).carts).toEqual([]);
  });

  it('takes it out of the cart where the customer refuses', () => {
    const { calls, carts, choose } = open({ choice: '', isAllowed: false, saved: CLICK });
    choose(false);
    expect([calls, carts]).toEqual([
      [['consent', 'denied']],
      [['/fr/cart/update.js', { click_id: '' }]],
    ]);
  });

  it('has a schema that Shopify accepts, and loads the script only with consent', () => {
    const schema = JSON.parse(/\{% schema %\}(.*)\{% endschema %\}/s.exec(text)?.[1] ?? '') as {
      name: string;
      target: string;
    };
    expect(schema).toMatchObject({ target: 'head' });
    expect(schema.name.length).toBeLessThanOrEqual(25);
    expect(text).toContain('data-consent="required"');
  });
});

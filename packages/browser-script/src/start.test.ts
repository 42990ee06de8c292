import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { buildScript } from './build-script.ts';
import { CLICK, openBrowser, OTHER_CLICK, type VisitedPage } from './testing/open-browser.ts';

let script: string;
beforeAll(async () => {
  ({ script } = await buildScript());
});

const HOME = 'https://www.shop.example/';
const ORDER = { transaction_id: 't1', order_value: '3.10' };
const visits = (path: string) =>
  path === '/t/v' ? { status: 200, body: { click_id: CLICK } } : undefined;

const land = (given: VisitedPage = {}) => {
  const browser = openBrowser(script);
  browser.answer(visits);
  return { browser, ...browser.visit({ href: `${HOME}?click_id=${CLICK}`, ...given }) };
};

describe('the cookie of the click', () => {
  it('is on the widest domain that the browser accepts, for 90 days', () => {
    const { browser } = land();
    expect([...browser.cookies]).toEqual([['.shop.example tributary_click_id', CLICK]]);
    expect(browser.written.at(-1)).toBe(
      `tributary_click_id=${CLICK}; Path=/; SameSite=Lax; Max-Age=7776000; Secure; Domain=shop.example`,
    );
    const british = openBrowser(script);
    british.visit({ href: `https://a.b.shop.co.uk/?click_id=${CLICK}` });
    expect([...british.cookies.keys()]).toEqual(['.shop.co.uk tributary_click_id']);
  });

  it('is requested of the server as well, which keeps it longer', () => {
    const { browser } = land();
    const body = { click_id: CLICK, domain: 'shop.example' };
    expect(browser.beacons).toEqual([{ url: 'https://go.platform.example/t/k', body }]);
    const own = land({ dataset: { cookie: '/kept' } });
    expect(own.browser.beacons[0]?.url).toBe('/kept');
  });

  it('replaces one of the host alone, and is the newest click', () => {
    const { browser } = land();
    browser.cookies.set('www.shop.example tributary_click_id', CLICK);
    browser.visit({ href: `${HOME}?click_id=${OTHER_CLICK}` });
    expect([...browser.cookies]).toEqual([['.shop.example tributary_click_id', OTHER_CLICK]]);
  });

  it('is not renewed by pages that name the same click', () => {
    const { browser } = land();
    const before = browser.written.length;
    browser.visit({ href: `${HOME}?click_id=${CLICK}` });
    expect([browser.written.length, browser.beacons.length]).toEqual([before, 1]);
  });
});

describe('a landing page that names a link', () => {
  it('records its visit, and keeps the click', async () => {
    const { browser, settled } = land({ href: `${HOME}?utm_source=x&via=spring24` });
    await settled();
    expect(browser.calls).toEqual([
      {
        url: 'https://go.platform.example/t/v',
        body: {
          tracking_code: 'spring24',
          url: `${HOME}?utm_source=x&via=spring24`,
          referrer: 'https://blog.example/',
        },
      },
    ]);
    expect([browser.cookie(), browser.sessionStorage]).toEqual([CLICK, {}]);
  });

  it('may name it by the shop’s own parameter', async () => {
    const { browser, settled } = land({
      href: `${HOME}?partner=spring24&via=other`,
      dataset: { params: 'partner,ref' },
    });
    await settled();
    expect(browser.calls[0]?.body['tracking_code']).toBe('spring24');
  });

  it('is remembered where it was left before the answer, and repeated until there is one', async () => {
    const browser = openBrowser(script);
    const first = browser.visit({ href: `${HOME}?via=spring24` });
    await first.settled();
    browser.answer(visits);
    const next = browser.visit({ href: `${HOME}cart` });
    await next.settled();
    expect([browser.cookie(), browser.calls.length]).toEqual([CLICK, 2]);

    const offline = openBrowser(script);
    const page = offline.visit({ href: `${HOME}?via=spring24` });
    await page.tick();
    offline.answer(visits);
    await page.tick();
    expect([offline.cookie(), offline.calls.length]).toEqual([CLICK, 3]);
  });

  it('makes orders wait for its click', async () => {
    const { browser, tributary, settled } = land({ href: `${HOME}?ref=spring24` });
    tributary('track', ORDER);
    expect(browser.calls.map(({ url }) => new URL(url).pathname)).toEqual(['/t/v']);
    await settled();
    expect(browser.calls[1]?.body).toEqual({ ...ORDER, click_id: CLICK });
  });

  it('stores nothing where the visitor refuses meanwhile', async () => {
    const { browser, tributary, settled } = land({ href: `${HOME}?via=spring24` });
    tributary('consent', 'denied');
    await settled();
    expect([browser.cookie(), browser.sessionStorage]).toEqual([undefined, {}]);
  });

  it('is seen where a page of one application changes its address', async () => {
    const { browser, push, settled } = land({ href: HOME });
    push('/sale?via=spring24');
    push('/cart');
    await settled();
    expect([browser.cookie(), browser.calls.length]).toEqual([CLICK, 1]);
  });
});

describe('an order', () => {
  it('is repeated until it is answered, and left to the browser where the page closes before', async () => {
    const { browser, tributary, tick, emit } = land();
    tributary('track', ORDER);
    await tick();
    await tick();
    expect(browser.calls.filter(({ url }) => url.endsWith('/o'))).toHaveLength(3);
    emit('pagehide');
    const order = { url: 'https://go.platform.example/t/o', body: { ...ORDER, click_id: CLICK } };
    expect(browser.beacons.slice(1)).toEqual([order]);
  });

  it.each([
    [409, 1],
    [429, 2],
    [503, 2],
  ])('that is answered with %i is sent %i times', async (status, times) => {
    const { browser, tributary, tick, emit } = land();
    browser.answer(() => ({ status, body: {} }));
    tributary('track', ORDER);
    await tick();
    expect(browser.calls).toHaveLength(times);
    if (times === 1) {
      emit('pagehide');
      expect(browser.beacons).toHaveLength(1);
    }
  });

  it('is not reported without a click', () => {
    const { browser, tributary } = land({ href: HOME });
    tributary('track', ORDER);
    tributary('track', undefined);
    expect(browser.calls).toEqual([]);
  });
});

describe('calls', () => {
  it('that were made before the script was loaded are made then', () => {
    const known: unknown[] = [];
    const ready = (clickId: unknown) => known.push(clickId);
    land({ page: { tributary: { q: [['ready', ready]] } } });
    const { tributary } = land({ href: HOME });
    tributary('ready', ready);
    expect(known).toEqual([CLICK, undefined]);
  });

  it('of the documentation wait for the script', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/browser-script.md'), 'utf8');
    const [sample = ''] = /(?<=^```html\n<script>\n).*?(?=<\/script>)/ms.exec(text) ?? [];
    const known: unknown[] = [];
    const page: Record<string, unknown> = { known };
    vm.runInNewContext(
      `const window = globalThis;${sample.replace('// the click, or undefined', 'known.push(clickId);')}`,
      page,
    );
    expect(known).toEqual([]);
    land({ page });
    expect(known).toEqual([CLICK]);
  });

  it('never throw into the page, and a second script does nothing', () => {
    const { tributary, window } = land();
    for (const command of ['track', 'ready', 'consent', 'unknown']) {
      expect(() => tributary(command, undefined)).not.toThrow();
      expect(() => tributary(command, 1)).not.toThrow();
    }
    expect(tributary.clickId()).toBe(CLICK);
    const first = window['tributary'];
    openBrowser(script).visit({ page: { tributary: first } });
    expect(window['tributary']).toBe(first);
  });

  it('leave a page alone that lacks what the script needs', () => {
    const bare = {
      document: { currentScript: null },
      sessionStorage: undefined,
      fetch: undefined,
    };
    for (const [name, value] of Object.entries(bare)) {
      expect(() => openBrowser(script).visit({ page: { [name]: value } })).not.toThrow();
    }
  });
});

interface Field {
  readonly type: string;
  readonly name: string;
  value: string;
}

describe('a form or link of the shop', () => {
  const formOf = (dataset: object, action = HOME) => {
    const elements: Record<string, Field> = {};
    const form = {
      dataset,
      action,
      elements,
      append: (field: Field) => Object.assign(elements, { [field.name]: field }),
      closest: () => form,
    };
    return form;
  };
  const linkTo = (href: string, dataset: object = {}) => {
    const link = { dataset, href, closest: () => link };
    return link;
  };

  it('carries the click in a hidden field, which a refusal empties', () => {
    const { emit, tributary } = land();
    const marked = formOf({ tributary: 'metadata[click_id]' });
    const unmarked = formOf({});
    for (const target of [marked, unmarked]) emit('submit', { target });
    expect(marked.elements).toEqual({
      'metadata[click_id]': {
        dataset: {},
        type: 'hidden',
        name: 'metadata[click_id]',
        value: CLICK,
      },
    });
    expect(unmarked.elements).toEqual({});
    tributary('consent', 'denied');
    emit('submit', { target: marked });
    expect(marked.elements['metadata[click_id]']?.value).toBe('');
  });

  it('carries the click to the shop’s other domains, and nowhere else', () => {
    const { emit } = land({ dataset: { domains: 'shop-pay.example,shop.test' } });
    const other = linkTo('https://eu.shop-pay.example/cart?x=1#top');
    const foreign = linkTo('https://not-shop-pay.example/');
    const payment = linkTo('https://pay.example/p', { tributary: 'client_reference_id' });
    const form = formOf({}, 'https://shop.test/checkout');
    for (const target of [other, foreign, payment, form]) emit('pointerdown', { target });
    expect([other.href, foreign.href, payment.href]).toEqual([
      `https://eu.shop-pay.example/cart?x=1&click_id=${CLICK}#top`,
      'https://not-shop-pay.example/',
      `https://pay.example/p?client_reference_id=${CLICK}`,
    ]);
    expect(form.elements['click_id']?.value).toBe(CLICK);
  });
});

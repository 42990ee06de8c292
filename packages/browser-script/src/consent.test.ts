import { buildScript } from './build-script.ts';
import { CLICK, openBrowser, type VisitedPage } from './testing/open-browser.ts';

let script: string;
beforeAll(async () => {
  ({ script } = await buildScript());
});

const LANDING = `https://www.shop.example/?click_id=${CLICK}`;
const ORDER = { transaction_id: 't1', order_value: '3.10' };
const REQUIRED = { consent: 'required' };

const land = (given: VisitedPage = {}) => {
  const browser = openBrowser(script);
  return { browser, ...browser.visit({ href: LANDING, ...given }) };
};

/** A consent command as gtag pushes it. */
const gtag = (...args: unknown[]) => args;

type TcfListener = (data: object, isRead: boolean) => void;

/** A consent manager of the IAB TCF; `say` informs the script. */
function consentManager() {
  const listeners: TcfListener[] = [];
  return {
    page: {
      __tcfapi: (_command: string, _version: number, listener: TcfListener) => {
        listeners.push(listener);
      },
    },
    say: (data: object) => {
      for (const listener of listeners) listener(data, true);
    },
  };
}

const answer = (purposes: readonly number[], vendors: readonly number[] = []) => ({
  gdprApplies: true,
  eventStatus: 'useractioncomplete',
  tcString: 'CO_TC',
  purpose: { consents: Object.fromEntries(purposes.map((purpose) => [purpose, true])) },
  vendor: { consents: Object.fromEntries(vendors.map((vendor) => [vendor, true])) },
});

describe('the script without any signal of consent', () => {
  it('stores the click, unless the site requires consent', () => {
    expect(land().tributary.clickId()).toBe(CLICK);
    const { browser, tributary } = land({ dataset: REQUIRED });
    expect(tributary.clickId()).toBeUndefined();
    tributary('track', ORDER);
    expect([browser.written, browser.calls, browser.beacons]).toEqual([[], [], []]);
  });
});

describe("tributary('consent', …)", () => {
  it('stores the click of the landing page once the visitor agrees, and reports what waited', () => {
    const { browser, tributary } = land({ dataset: REQUIRED });
    tributary('track', ORDER);
    expect(browser.calls).toEqual([]);
    tributary('consent', 'granted');
    expect(browser.cookie()).toBe(CLICK);
    expect(browser.calls).toEqual([
      {
        url: 'https://go.platform.example/t/o',
        body: { ...ORDER, click_id: CLICK, consent: 'granted' },
      },
    ]);
  });

  it('deletes everything on refusal, and reports nothing any more', () => {
    const { browser } = land();
    browser.sessionStorage['via'] = 'spring24';
    const { tributary } = browser.visit({ href: 'https://www.shop.example/cart' });
    expect(tributary.clickId()).toBe(CLICK);
    tributary('consent', 'denied');
    expect([browser.cookie(), browser.cookies.size, browser.sessionStorage]).toEqual([
      undefined,
      0,
      {},
    ]);
    tributary('track', ORDER);
    tributary('consent', 'granted');
    tributary('track', ORDER);
    expect(browser.calls.filter(({ url }) => url.endsWith('/o'))).toEqual([]);
  });

  it('leaves an order to its coupon code after a refusal', () => {
    const { browser, tributary } = land({ dataset: REQUIRED });
    const coupon = { coupon_code: 'ANN10', brand_id: 'b1' };
    tributary('track', { ...ORDER, ...coupon });
    tributary('consent', 'denied');
    expect(browser.calls.map(({ body }) => body)).toEqual([
      { ...ORDER, ...coupon, consent: 'denied' },
    ]);
    expect(browser.cookie()).toBeUndefined();
  });

  it('counts also where it was called before the script was loaded, or by an attribute', () => {
    const early = land({ page: { tributary: { q: [['consent', 'denied']] } } });
    const byAttribute = land({ dataset: { consent: 'denied' } });
    expect([early.browser.cookie(), byAttribute.browser.cookie()]).toEqual([undefined, undefined]);
    expect(land({ dataset: { consent: 'granted' } }).browser.cookie()).toBe(CLICK);
  });

  it('ignores other values', () => {
    const { browser, tributary } = land();
    for (const value of ['no', undefined, null, {}]) tributary('consent', value);
    expect(browser.cookie()).toBe(CLICK);
  });
});

describe('Google consent mode', () => {
  const denied = gtag('consent', 'default', { ad_storage: 'denied', analytics_storage: 'granted' });

  it('stores nothing while ad_storage is denied by default, and follows the update', () => {
    const { browser, layer } = land({ page: { dataLayer: [denied] } });
    expect(browser.written).toEqual([]);
    layer.push(gtag('consent', 'update', { ad_storage: 'granted' }));
    expect(browser.cookie()).toBe(CLICK);
    layer.push(gtag('consent', 'update', { ad_storage: 'denied' }));
    expect(browser.cookie()).toBeUndefined();
  });

  it('keeps an earlier cookie until the visitor refuses, because the default precedes the choice', () => {
    const { browser } = land();
    const cart = { href: 'https://www.shop.example/cart', page: { dataLayer: [denied] } };
    const { tributary, layer } = browser.visit(cart);
    expect([tributary.clickId(), browser.cookie()]).toEqual([undefined, CLICK]);
    layer.push(gtag('consent', 'update', { ad_storage: 'granted' }));
    expect(tributary.clickId()).toBe(CLICK);
  });

  it('takes the strictest of several defaults, and ignores other entries', () => {
    const granted = gtag('consent', 'default', { ad_storage: 'granted' });
    const others = [{ event: 'gtm.js' }, null, gtag('consent', 'update', { ad_storage: 'maybe' })];
    for (const defaults of [
      [denied, granted],
      [granted, denied],
    ]) {
      const { browser, layer } = land({ page: { dataLayer: [...others, ...defaults] } });
      expect(browser.cookie()).toBeUndefined();
      layer.push(gtag('consent', 'update', { ad_storage: 'denied' }), granted);
      expect(browser.cookie()).toBeUndefined();
    }
  });

  it('leaves what the page’s own push does', () => {
    const pushed: unknown[] = [];
    const push = (...all: unknown[]) => pushed.push(...all);
    const { layer } = land({ page: { dataLayer: Object.assign([], { push }) } });
    layer.push(denied);
    expect(pushed).toEqual([denied]);
  });
});

describe('the IAB TCF', () => {
  it('stores nothing before the answer, and the click where purposes 1 and 7 are allowed', () => {
    const manager = consentManager();
    const { browser, tributary } = land({ page: manager.page });
    manager.say({ gdprApplies: true, eventStatus: 'cmpuishown' });
    expect(browser.written).toEqual([]);
    manager.say(answer([1, 7]));
    expect(browser.cookie()).toBe(CLICK);
    tributary('track', ORDER);
    expect(browser.calls[0]?.body).toMatchObject({ consent: 'granted', gdpr_consent: 'CO_TC' });
  });

  it.each([
    ['purpose 7 is missing', answer([1, 2, 3]), {}],
    ['purpose 1 is missing', answer([7]), {}],
    ['the vendor is missing', answer([1, 7], [3]), { vendor: '2' }],
  ])('stores nothing where %s', (_why, data, dataset) => {
    const manager = consentManager();
    const { browser } = land({ page: manager.page, dataset });
    manager.say(data);
    expect(browser.cookie()).toBeUndefined();
  });

  it('accepts the named vendor, and decides nothing where the GDPR does not apply', () => {
    const manager = consentManager();
    const named = land({ page: manager.page, dataset: { vendor: '2' } });
    manager.say(answer([1, 7], [2]));
    expect(named.browser.cookie()).toBe(CLICK);
    const other = consentManager();
    const elsewhere = land({ page: other.page });
    other.say({ gdprApplies: false, eventStatus: 'tcloaded' });
    expect(elsewhere.browser.cookie()).toBe(CLICK);
  });

  it('takes the most restrictive of contradicting sources', () => {
    const manager = consentManager();
    const { browser, tributary } = land({ page: manager.page });
    tributary('consent', 'granted');
    expect(browser.cookie()).toBeUndefined();
    manager.say(answer([1, 7]));
    expect(browser.cookie()).toBe(CLICK);
    manager.say(answer([]));
    expect(browser.cookie()).toBeUndefined();
  });

  it('is found where the consent manager loads after the script', () => {
    const { browser, window, emit } = land({ dataset: REQUIRED });
    const manager = consentManager();
    Object.assign(window, manager.page);
    emit('pageshow');
    manager.say(answer([1, 7]));
    expect(browser.cookie()).toBe(CLICK);
  });
});

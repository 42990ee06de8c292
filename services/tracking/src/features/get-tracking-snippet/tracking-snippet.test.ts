import vm from 'node:vm';
import { snippetFor } from './tracking-snippet.ts';

const SHOP = 'https://shop.example.com';
const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const ORDER = { transaction_id: 't1', order_value: '3.10' };

interface Tributary {
  (name: string, value: unknown): unknown;
  readonly clickId: () => string | null;
  readonly track: (order: object) => boolean;
}

type TcfListener = (data: object, isRead: boolean) => void;

interface Visit {
  readonly href?: string;
  readonly dataset?: object;
  /** What the page has before the script. */
  readonly page?: Readonly<Record<string, unknown>>;
  readonly consent?: 'granted' | 'denied';
  readonly vendorId?: number;
}

/** A browser with the shop's cookie, which pages share. */
function openBrowser() {
  let stored: string | undefined;
  const written: string[] = [];
  const images: string[] = [];

  /** Runs the script on a page. */
  const visit = (given: Visit = {}) => {
    const {
      href = `${SHOP}/?click_id=${CLICK}`,
      dataset = {},
      page = {},
      consent,
      vendorId,
    } = given;
    const document = Object.defineProperty({ currentScript: { dataset } }, 'cookie', {
      get: () => (stored === undefined ? '' : `tributary_click_id=${stored}`),
      set: (text: string) => {
        written.push(text);
        const [, value = ''] = /^tributary_click_id=([^;]*)/.exec(text) ?? [];
        stored = text.includes('Max-Age=0;') ? undefined : value;
      },
    });
    const Image = class {
      set src(address: string) {
        images.push(address);
      }
    };
    const window = { location: { href, protocol: 'https:' }, Image, ...page } as Record<
      string,
      unknown
    >;
    const script = snippetFor({ publicUrl: 'https://t.example.com', vendorId, consent });
    vm.runInNewContext(script, { window, document, encodeURIComponent });
    return {
      tributary: window['tributary'] as Tributary,
      layer: window['dataLayer'] as { push: (...entries: unknown[]) => void },
    };
  };
  return { visit, written, images, cookie: () => stored };
}

/** A consent command as gtag pushes it. */
const gtag = (...args: unknown[]) => args;

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
    const usual = openBrowser();
    expect(usual.visit().tributary.clickId()).toBe(CLICK);
    const strict = openBrowser();
    const { tributary } = strict.visit({ dataset: { consent: 'required' } });
    expect(tributary.clickId()).toBeNull();
    expect(tributary.track(ORDER)).toBe(false);
    expect([strict.written, strict.images]).toEqual([[], []]);
  });
});

describe("tributary('consent', …)", () => {
  it('stores the click of the landing page once the visitor agrees, and reports what waited', () => {
    const browser = openBrowser();
    const { tributary } = browser.visit({ dataset: { consent: 'required' } });
    tributary.track(ORDER);
    expect(browser.images).toEqual([]);
    tributary('consent', 'granted');
    expect(browser.cookie()).toBe(CLICK);
    expect(browser.images).toEqual([
      `https://t.example.com/t/pixel.gif?click_id=${CLICK}&transaction_id=t1&order_value=3.10&consent=granted`,
    ]);
  });

  it('deletes the cookie on refusal, and reports nothing any more', () => {
    const browser = openBrowser();
    browser.visit();
    const { tributary } = browser.visit({ href: `${SHOP}/cart` });
    expect(tributary.clickId()).toBe(CLICK);
    tributary('consent', 'denied');
    expect(browser.cookie()).toBeUndefined();
    expect(browser.written.at(-1)).toBe(
      'tributary_click_id=; Max-Age=0; Path=/; SameSite=Lax; Secure',
    );
    expect(tributary.clickId()).toBeNull();
    expect(tributary.track(ORDER)).toBe(false);
    tributary('consent', 'granted');
    expect(tributary.track(ORDER)).toBe(false);
    expect(browser.images).toEqual([]);
  });

  it('leaves an order to its coupon code after a refusal', () => {
    const browser = openBrowser();
    const { tributary } = browser.visit({ dataset: { consent: 'required' } });
    const coupon = { coupon_code: 'ANN10', brand_id: 'b1' };
    expect(tributary.track({ ...ORDER, ...coupon })).toBe(false);
    tributary('consent', 'denied');
    expect(browser.images).toEqual([
      'https://t.example.com/t/pixel.gif?brand_id=b1&transaction_id=t1&order_value=3.10&coupon_code=ANN10&consent=denied',
    ]);
    expect(browser.cookie()).toBeUndefined();
  });

  it('drops the orders that waited', () => {
    const browser = openBrowser();
    const { tributary } = browser.visit({ dataset: { consent: 'required', transactionId: 't1' } });
    tributary('consent', 'denied');
    tributary('consent', 'granted');
    expect(browser.images).toEqual([]);
  });

  it('counts also where it was called before the script was loaded, or by the script’s own address', () => {
    const early = openBrowser();
    early.visit({ page: { tributary: { q: [['consent', 'denied']] } } });
    const byAddress = openBrowser();
    byAddress.visit({ consent: 'denied' });
    expect([early.cookie(), byAddress.cookie()]).toEqual([undefined, undefined]);
    const granted = openBrowser();
    granted.visit({ consent: 'granted', dataset: { consent: 'required' } });
    expect(granted.cookie()).toBe(CLICK);
  });

  it('ignores other values', () => {
    const browser = openBrowser();
    const { tributary } = browser.visit();
    for (const value of ['no', undefined, null, {}]) tributary('consent', value);
    expect(browser.cookie()).toBe(CLICK);
  });
});

describe('Google consent mode', () => {
  const denied = gtag('consent', 'default', { ad_storage: 'denied', analytics_storage: 'granted' });

  it('stores nothing while ad_storage is denied by default, and follows the update', () => {
    const browser = openBrowser();
    const { layer } = browser.visit({ page: { dataLayer: [denied] } });
    expect(browser.written).toEqual([]);
    layer.push(gtag('consent', 'update', { ad_storage: 'granted' }));
    expect(browser.cookie()).toBe(CLICK);
    layer.push(gtag('consent', 'update', { ad_storage: 'denied' }));
    expect(browser.cookie()).toBeUndefined();
  });

  it('keeps an earlier cookie until the visitor refuses, because the default precedes the visitor’s choice', () => {
    const browser = openBrowser();
    browser.visit();
    const { tributary, layer } = browser.visit({
      href: `${SHOP}/cart`,
      page: { dataLayer: [denied] },
    });
    expect([tributary.clickId(), browser.cookie()]).toEqual([null, CLICK]);
    layer.push(gtag('consent', 'update', { ad_storage: 'granted' }));
    expect(tributary.clickId()).toBe(CLICK);
  });

  it('takes the strictest of several defaults, and ignores other entries', () => {
    const browser = openBrowser();
    const granted = gtag('consent', 'default', { ad_storage: 'granted' });
    const others = [{ event: 'gtm.js' }, null, gtag('consent', 'update', { ad_storage: 'maybe' })];
    browser.visit({ page: { dataLayer: [...others, denied, granted] } });
    expect(browser.cookie()).toBeUndefined();
  });

  it('leaves what the page’s own push does', () => {
    const browser = openBrowser();
    const pushed: unknown[] = [];
    const dataLayer = Object.assign([], { push: (...all: unknown[]) => pushed.push(...all) });
    const { layer } = browser.visit({ page: { dataLayer } });
    layer.push(denied);
    expect(pushed).toEqual([denied]);
  });
});

describe('the IAB TCF', () => {
  it('stores nothing before the answer, and the click where purposes 1 and 7 are allowed', () => {
    const browser = openBrowser();
    const manager = consentManager();
    const { tributary } = browser.visit({ page: manager.page });
    manager.say({ gdprApplies: true, eventStatus: 'cmpuishown' });
    expect(browser.written).toEqual([]);
    manager.say(answer([1, 7]));
    expect(browser.cookie()).toBe(CLICK);
    expect(tributary.track(ORDER)).toBe(true);
    expect(browser.images[0]).toContain('&consent=granted&gdpr=1&gdpr_consent=CO_TC');
  });

  it.each([
    ['purpose 7 is missing', answer([1, 2, 3]), undefined],
    ['purpose 1 is missing', answer([7]), undefined],
    ['the vendor is missing', answer([1, 7], [3]), 2],
  ])('stores nothing where %s', (_why, data, vendorId) => {
    const browser = openBrowser();
    const manager = consentManager();
    browser.visit({ page: manager.page, ...(vendorId === undefined ? {} : { vendorId }) });
    manager.say(data);
    expect(browser.cookie()).toBeUndefined();
  });

  it('accepts the named vendor, and decides nothing where the GDPR does not apply', () => {
    const named = openBrowser();
    const manager = consentManager();
    named.visit({ page: manager.page, vendorId: 2 });
    manager.say(answer([1, 7], [2]));
    expect(named.cookie()).toBe(CLICK);
    const elsewhere = openBrowser();
    const other = consentManager();
    elsewhere.visit({ page: other.page });
    other.say({ gdprApplies: false, eventStatus: 'tcloaded' });
    expect(elsewhere.cookie()).toBe(CLICK);
  });

  it('takes the most restrictive of contradicting sources', () => {
    const browser = openBrowser();
    const manager = consentManager();
    const { tributary } = browser.visit({ page: manager.page });
    tributary('consent', 'granted');
    expect(browser.cookie()).toBeUndefined();
    manager.say(answer([1, 7]));
    expect(browser.cookie()).toBe(CLICK);
    manager.say(answer([]));
    expect(browser.cookie()).toBeUndefined();
  });

  it('is found where the consent manager loads after the script', () => {
    const browser = openBrowser();
    const manager = consentManager();
    const loaded: (() => void)[] = [];
    const page: Record<string, unknown> = {
      addEventListener: (_event: string, listener: () => void) => loaded.push(listener),
    };
    const { tributary } = browser.visit({ page, dataset: { consent: 'required' } });
    expect([tributary.clickId(), loaded.length]).toEqual([null, 1]);
    expect(manager.page.__tcfapi).toBeDefined();
  });
});

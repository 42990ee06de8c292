import {
  buy,
  callScript,
  capScriptCookies,
  openLink,
  passAWeek,
  untilReady,
  type VisitTerms,
} from './visit.ts';

/** One of the conditions in which visitors buy. */
export interface Condition {
  readonly name: string;
  /** What happens, for the table. */
  readonly story: string;
  /** The setup of the shop's pages; `default` where absent. */
  readonly setup?: 'default' | 'consent' | 'own-path';
  /** The affiliate who earns the order; undefined where the law forbids to know. */
  readonly earns?: 0 | 1 | undefined;
  readonly before?: (terms: Pick<VisitTerms, 'context'>) => Promise<unknown>;
  readonly run: (terms: VisitTerms) => Promise<void>;
}

const usual = async (terms: VisitTerms): Promise<void> => {
  await terms.enter();
  await openLink(terms, 'here');
  await buy(terms);
};

/** A blocker's rules for trackers. */
const BLOCKED = /\/t\/|affiliate|track|pixel/;

const storesNothing = async ({ context, page }: VisitTerms): Promise<void> => {
  const cookies = (await context.cookies()).filter(({ name }) =>
    name.startsWith('tributary_click'),
  );
  const stored = await page.evaluate(
    () => (globalThis as unknown as { sessionStorage: { length: number } }).sessionStorage.length,
  );
  if (cookies.length + stored > 0) throw new Error('something was stored without consent');
};

export const conditions: readonly Condition[] = [
  {
    name: 'cookie cleared',
    story: 'after the cart, which has the click of its form',
    earns: 0,
    run: async (terms) => {
      const { context, page, enter } = terms;
      await enter();
      await Promise.all([page.waitForURL('**/cart'), page.click('#cart button')]);
      await context.clearCookies({ name: 'tributary_click_id' });
      await openLink(terms, 'here');
      await buy(terms);
    },
  },
  {
    name: '7-day cap',
    story: 'the order comes on day 8; the cookie of the server is there',
    earns: 0,
    before: capScriptCookies,
    run: async (terms) => {
      await terms.enter();
      await terms.page.waitForTimeout(300);
      await passAWeek(terms);
      await terms.page.goto(`http://www.shop.test:${String(terms.port)}/checkout`);
      await buy(terms);
    },
  },
  {
    name: 'cross-domain',
    story: 'the checkout is on another domain',
    earns: 0,
    run: async (terms) => {
      await terms.enter();
      await openLink(terms, 'payment');
      await untilReady(terms.page);
      await buy(terms);
    },
  },
  {
    name: 'www and checkout subdomain',
    story: 'from www.shop.test to checkout.shop.test',
    earns: 0,
    run: async (terms) => {
      await terms.enter();
      await openLink(terms, 'checkout');
      await buy(terms);
    },
  },
  {
    name: 'blocked path',
    story: 'a blocker refuses /t/ and names of trackers; the script has a path of the operator',
    setup: 'own-path',
    earns: 0,
    before: ({ context }) => context.route(BLOCKED, (route) => route.abort()),
    run: usual,
  },
  {
    name: 'in-app navigation',
    story: 'the page changes its address, and buys without a new page',
    earns: 0,
    run: async ({ page, orderId, enter }) => {
      await enter();
      await page.evaluate(async (order) => {
        const view = globalThis as unknown as {
          history: { pushState(...args: unknown[]): void };
          document: {
            cookie: string;
            getElementById(id: string): { value: string; requestSubmit?: () => void };
          };
          fetch(path: string, options: object): Promise<unknown>;
        };
        view.history.pushState({}, '', '/checkout');
        const click = /tributary_click_id=([^;]+)/.exec(view.document.cookie)?.[1] ?? '';
        const body = new URLSearchParams({ order, click_id: click });
        await view.fetch('/order', { method: 'POST', body });
      }, orderId);
    },
  },
  {
    name: 'back/forward cache',
    story: 'the visitor leaves for another site and comes back to the cached page',
    earns: 0,
    run: async (terms) => {
      const { page, enter, port } = terms;
      await enter();
      await page.goto(`http://blog.test:${String(port)}/`);
      // A page from the cache is shown without loading.
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForFunction(
        () => (globalThis as unknown as { wasCached?: boolean }).wasCached === true,
      );
      await buy(terms);
    },
  },
  {
    name: 'consent late',
    story: 'the visitor agrees on the landing page after a while',
    setup: 'consent',
    earns: 0,
    run: async (terms) => {
      await terms.enter();
      await terms.page.waitForTimeout(500);
      await storesNothing(terms);
      await callScript(terms.page, 'consent', 'granted');
      await untilReady(terms.page);
      await openLink(terms, 'here');
      await buy(terms);
    },
  },
  {
    name: 'refused',
    story: 'nothing may be stored, and nobody may be credited',
    setup: 'consent',
    run: async (terms) => {
      await terms.enter();
      await callScript(terms.page, 'consent', 'denied');
      await openLink(terms, 'here');
      await callScript(terms.page, 'consent', 'denied');
      await storesNothing(terms);
      await buy(terms);
    },
  },
  {
    name: 'two affiliates in a row',
    story: 'the second one’s visit counts',
    earns: 1,
    run: async (terms) => {
      await terms.enter(0);
      await terms.enter(1);
      await openLink(terms, 'here');
      await buy(terms);
    },
  },
  {
    name: 'private window',
    story: 'no cookie of another site is kept',
    earns: 0,
    run: usual,
  },
  {
    name: 'reload at checkout',
    story: 'before and after the order, which is one',
    earns: 0,
    run: async (terms) => {
      await terms.enter();
      await openLink(terms, 'here');
      await terms.page.reload();
      await buy(terms);
      await terms.page.reload();
    },
  },
];

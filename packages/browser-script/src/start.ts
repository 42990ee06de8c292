import { watchUses } from './carry.ts';
import { decide, statements, stateConsent, watchGoogle, watchTcf } from './consent.ts';
import { readCookie, removeCookie, saveCookie } from './cookie.ts';
import { base, document, location, own, page } from './page.ts';
import { type Answer } from './page-types.ts';
import { safely } from './safely.ts';
import { bodyOf, post } from './send.ts';

declare const VERSION: string;

interface Overlay {
  show(...seen: readonly unknown[]): void;
}

type Order = Readonly<Record<string, unknown>>;

/** 2 before the start, 1 while a visit waits for its answer, 0 otherwise. */
let phase = 2;
/** The click or tracking code that the landing page names, until consent allows to store it. */
let held: string | undefined;
/** Waits for consent and for the click. */
const waiting: (() => void)[] = [];
/** The orders that are not answered yet. */
const unsent = new Set<string>();
/** The tracking code whose visit was posted. */
let visited: string | undefined;
/** Has the code of a visit that is not answered yet, for the next page. */
let session: { via?: string } = {};

const clickId = (): string | undefined => (decide() === 'granted' ? readCookie() : undefined);

function keep(click: string): void {
  if (readCookie() === click) return;
  const domain = saveCookie(click);
  // A cookie of a server lasts longer than that of a script.
  page.navigator.sendBeacon(own['cookie'] ?? `${base}k`, bodyOf({ click_id: click, domain }));
}

const paramOf = (name: string): string | undefined =>
  location.href.match(`[?&]${name}=([\\w-]+)`)?.[1];

function visit(code: string): void {
  phase = 1;
  visited = session.via = code;
  const call = {
    tracking_code: code,
    click_id: readCookie(),
    url: location.href,
    referrer: document.referrer,
  };
  void post('v', bodyOf(call)).then(
    safely((answer?: Answer) => {
      phase = 0;
      if (answer) delete session.via;
      if (answer?.click_id && decide() === 'granted') keep(answer.click_id);
      apply(answer);
    }),
  );
}

/** Stores what the landing page named, where that is allowed. */
function store(): void {
  const named = `click_id,${own['params'] ?? 'via,ref'}`.split(',').map(paramOf);
  held = named.find(Boolean) ?? held ?? session.via;
  if (!held || phase || decide() !== 'granted') return;
  if (/^[\da-f-]{36}$/.test(held)) keep(held);
  else if (held !== visited) visit(held);
  held = undefined;
}

/** Does what consent and click allow now. @param answer the newest of the platform, for test mode */
const apply = safely((answer?: Answer) => {
  if (phase > 1) return;
  watchTcf(apply);
  if (decide() === 'denied') {
    removeCookie();
    delete session.via;
    held = undefined;
  } else store();
  if (!phase && decide() !== 'pending') for (const run of waiting.splice(0)) safely(run)();
  if (own['test'] ?? location.hash.includes('tributary-test'))
    void import(`${base}test.js`).then(
      safely((overlay: Overlay) => {
        overlay.show(VERSION, decide(), statements, clickId(), answer);
      }),
    );
});

function report(order: Order): void {
  const click = clickId();
  if (!click && !order['coupon_code']) return;
  const body = bodyOf({ ...order, click_id: click });
  unsent.add(body);
  void post('o', body).then((answer) => {
    unsent.delete(body);
    apply(answer);
  });
}

const tributary = safely((command: unknown, value: unknown) => {
  if (command === 'consent') stateConsent(value);
  else if (waiting.length < 20)
    waiting.push(() => {
      if (command === 'track') report(value as Order);
      if (command === 'ready') (value as (clickId: string | undefined) => void)(clickId());
    });
  apply();
});

/** Begins the script's work on the page. */
export function start(): void {
  const queued = page.tributary?.q ?? [];
  page.tributary = Object.assign(tributary, { clickId });
  safely(() => {
    session = page.sessionStorage;
  })();
  stateConsent(own['consent']);
  watchGoogle(apply);
  for (const [command, value] of queued) tributary(command, value);
  phase = 0;
  apply();
  watchUses(clickId);
  // In a page of one application, addresses change without a page.
  const { history } = page;
  const pushState = history.pushState.bind(history);
  history.pushState = (...args) => {
    pushState(...args);
    apply();
  };
  // The last is for a page from the back/forward cache, whose cookie may have changed.
  for (const type of ['popstate', 'pageshow']) page.addEventListener(type, apply);
  page.addEventListener('pagehide', () => {
    phase = 0;
    apply();
    for (const body of unsent) page.navigator.sendBeacon(`${base}o`, body);
  });
}

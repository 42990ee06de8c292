import { type CDPSession, type Page } from 'playwright-core';
import { type Visitor } from './visitor.ts';

/** What a person waited for on a page, ms. */
export interface PageSpeed {
  /** Until the largest part of the page was painted (LCP). */
  readonly paintedMs: number;
  /** The slowest reaction to a key or a click (INP of few interactions). */
  readonly reactedMs: number;
  /** The slowest answer of the API, as the browser saw it. */
  readonly apiMs: number;
  readonly slowestCall: string;
}

/** Runs before the page's scripts, outside its security policy. */
const OBSERVE = `
  globalThis.__speed = { painted: 0, reacted: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.__speed.painted = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) globalThis.__speed.reacted = Math.max(globalThis.__speed.reacted, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

const CALM_MS = 500;

/** Waits until no request has begun or ended for a while. */
async function untilCalm(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(CALM_MS);
}

/** Follows the answers of the API from now on. */
function watchApi(page: Page) {
  const slowest = { ms: 0, call: '' };
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const { requestStart, responseEnd } = request.timing();
    // The stream of notifications ends with the page.
    if (!pathname.startsWith('/api/') || request.resourceType() === 'eventsource') return;
    const ms = responseEnd - requestStart;
    if (ms > slowest.ms) Object.assign(slowest, { ms, call: pathname });
  });
  return slowest;
}

/** Works with a page as people do: chooses rows by the keyboard, opens the palette, types, and closes it. */
async function use({ page }: Visitor): Promise<void> {
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pay');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(CALM_MS);
}

/** Slows the processor down for a page, as on a cheap phone. */
export async function slowDown({ page }: Visitor, times: number): Promise<CDPSession> {
  await page.addInitScript(OBSERVE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return session;
}

/** Opens a page anew and works with it. */
export async function measurePage(visitor: Visitor, path: string): Promise<PageSpeed> {
  const { page } = visitor;
  await page.goto('about:blank');
  const api = watchApi(page);
  await visitor.visit(path);
  await untilCalm(page);
  const painted = await page.evaluate<number>('globalThis.__speed.painted');
  await use(visitor);
  const reacted = await page.evaluate<number>('globalThis.__speed.reacted');
  page.removeAllListeners('requestfinished');
  return { paintedMs: painted, reactedMs: reacted, apiMs: api.ms, slowestCall: api.call };
}

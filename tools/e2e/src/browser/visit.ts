import { type BrowserContext, type Page } from 'playwright-core';

const DAY_SECONDS = 86_400;

/** What a visit needs to know. */
export interface VisitTerms {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly orderId: string;
  /** The port of the shop and its payment site. */
  readonly port: number;
  /** Opens the shop as a visitor whom the first or the second affiliate sends. */
  readonly enter: (affiliate?: 0 | 1) => Promise<void>;
}

/** Waits until the script has the click, or knows that there is none. */
export const untilReady = (page: Page) =>
  page.waitForFunction(
    () => (globalThis as unknown as { isReady?: boolean }).isReady === true,
    undefined,
    { timeout: 10_000 },
  );

/** Calls the script's function. */
export const callScript = (page: Page, command: string, value: unknown) =>
  page.evaluate(
    ([name, argument]) => {
      const { tributary } = globalThis as unknown as {
        tributary: (...args: unknown[]) => void;
      };
      tributary(name, argument);
    },
    [command, value] as const,
  );

/** Fills in the order on the page and buys. */
export async function buy({ page, orderId }: VisitTerms): Promise<void> {
  await page.fill('#number', orderId);
  await Promise.all([page.waitForURL('**/order'), page.click('#order button')]);
}

export async function openLink({ page }: VisitTerms, id: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`#${id}`)]);
}

/**
 * What a browser with a cap does a week later: cookies that scripts have set are gone. Those of servers live longer, by
 * which they are known here: the pages of this browser cannot set a longer life than the cap.
 */
export async function passAWeek({ context }: VisitTerms): Promise<void> {
  const kept = (await context.cookies()).filter(
    ({ expires }) => expires < 0 || expires > Date.now() / 1_000 + 8 * DAY_SECONDS,
  );
  await context.clearCookies();
  await context.addCookies(kept);
}

/** Limits the life of cookies that scripts set to 7 days, as Safari does. */
export const capScriptCookies = ({ context }: Pick<VisitTerms, 'context'>) =>
  context.addInitScript(() => {
    interface Accessors {
      get(): string;
      set(text: string): void;
    }
    const page = globalThis as unknown as { document: object; Document: { prototype: object } };
    const { prototype } = page.Document;
    const own = Object.getOwnPropertyDescriptor(prototype, 'cookie') as unknown as Accessors;
    Object.defineProperty(prototype, 'cookie', {
      configurable: true,
      get: () => own.get.call(page.document),
      set: (text: string) => {
        own.set.call(
          page.document,
          text.replace(
            /Max-Age=(\d+)/i,
            (_, age: string) => `Max-Age=${Math.min(604_800, Number(age))}`,
          ),
        );
      },
    });
  });

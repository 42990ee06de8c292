import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { type Body } from '../client.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Longer than any page takes on a busy machine. */
const TIMEOUT_MS = 15_000;

type Role = Parameters<Page['getByRole']>[0];

/** A person at a browser of their own: finds things by role and label, as people do. */
export class Visitor {
  readonly page: Page;
  /** What the browser reported: errors of scripts, and what the security policy refused. */
  readonly errors: string[];
  private readonly origin: string;
  private readonly context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.errors = [];
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      const isRefusal = message.text().includes('Content Security Policy');
      if (isRefusal) this.errors.push(message.text());
    });
  }

  static async open(browser: Browser, origin: string): Promise<Visitor> {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    return new Visitor(context, await context.newPage(), origin);
  }

  /** Opens a path and waits for the page's heading. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.page.locator('h1').waitFor();
  }

  find(role: Role, name: string): Locator {
    return this.page.getByRole(role, { name, exact: true }).first();
  }

  async sees(role: Role, name: string): Promise<void> {
    await this.find(role, name).waitFor();
  }

  /** Waits for a text anywhere. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async press(role: Role, name: string): Promise<void> {
    await this.find(role, name).click();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Chooses in a list by the text that people read. */
  async choose(label: string, text: string): Promise<void> {
    await this.page
      .getByRole('combobox', { name: label, exact: true })
      .selectOption({ label: text });
  }

  /** Opens a row of the page's table, the first by default. */
  async openRow(index = 0): Promise<void> {
    await this.page.locator(`tr[data-row="${index}"]`).first().click();
  }

  /** Downloads a file by a button, and returns its name. */
  async download(button: string): Promise<string> {
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.press('button', button),
    ]);
    return file.suggestedFilename();
  }

  /** Forgets the session, as another browser would have none. */
  async signOut(): Promise<void> {
    // An open page would lead to the sign-in, and from there back to itself.
    await this.page.goto('about:blank');
    await this.context.clearCookies();
  }

  /** Types into what has the focus, and moves on by Tab. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Tab');
  }

  async keys(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.page.keyboard.press(name);
  }

  /** The answer of the API to the person's own session. */
  async get(path: string): Promise<Body> {
    const response = await this.context.request.get(this.origin + path);
    return await response.json();
  }

  /** What axe finds wrong with the page as it is, one line each. */
  async violations(): Promise<string[]> {
    const session = await this.context.newCDPSession(this.page);
    // Evaluated by the debugger, which the page's policy does not concern.
    await session.send('Runtime.evaluate', { expression: axe });
    const { result } = await session.send('Runtime.evaluate', {
      expression:
        'axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + " " + nodes[0].html)))',
      awaitPromise: true,
    });
    await session.detach();
    return JSON.parse(String(result.value)) as string[];
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

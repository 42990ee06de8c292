import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { eventually } from '@tributary/testing';
import { type Answer, Client } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

const COOKIE = 'tributary_session';
const PASSWORD = 'a-long-password';
const FIVE_SECONDS = { timeoutMs: 5_000, everyMs: 100 };
const MINUTE_MS = 60_000;

/** A browser: it keeps the session cookie, and sends what browsers send of the page. */
class Browser {
  cookie: string | undefined;
  private readonly client: Client;
  private readonly origin: string;

  constructor(client: Client, origin: string) {
    this.client = client;
    this.origin = origin;
  }

  get headers(): Record<string, string> {
    return {
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      'x-session-transport': 'cookie',
      ...(this.cookie === undefined ? {} : { cookie: `${COOKIE}=${this.cookie}` }),
    };
  }

  /** Calls as a page of the system does, or with the headers of another page. */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent = { ...this.headers, ...headers };
    const call = body === undefined ? { headers: sent } : { headers: sent, body };
    const answer = await this.client.call(method, path, call);
    for (const set of answer.headers.getSetCookie()) {
      const value = new RegExp(`^${COOKIE}=([^;]*)`).exec(set)?.[1];
      if (value !== undefined) this.cookie = value === '' ? undefined : value;
    }
    return answer;
  }

  /** The same cookie in the hands of somebody else. */
  copy(): Browser {
    const copied = new Browser(this.client, this.origin);
    copied.cookie = this.cookie;
    return copied;
  }
}

const sidOf = (cookie: string): string =>
  Buffer.from(cookie.slice(4), 'base64url')
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Tests a browser whose session is in its cookie, in a system that other suites share. */
describe('a browser', () => {
  let client: Client;
  let origin: string;
  let mongo: mongoose.Connection;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    const { servers } = await client.must('GET', '/openapi.json');
    origin = new URL(servers[0].url).origin;
    mongo = await mongoose.createConnection(process.env['MONGO_URL'] ?? '').asPromise();
  });
  afterAll(() => mongo.close());

  const registered = async (): Promise<{ browser: Browser; id: string; email: string }> => {
    const browser = new Browser(client, origin);
    const email = `browser-${randomUUID()}@example.com`;
    const body = { email, password: PASSWORD, role: 'affiliate', name: 'Bea' };
    const answer = await browser.call('POST', '/api/auth/register', body);
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).not.toMatch(/token|trs_|trr_/);
    return { browser, id: answer.body.user.id, email };
  };

  /** Moves a time of the browser's session into the past. */
  const age = async ({ cookie = '' }: Browser, field: string, byMs: number): Promise<void> => {
    const sessions = mongo
      .useDb(`${sharedSystem().namespace}tributary_identity`)
      .collection<{ _id: string }>('sessions');
    const before = new Date(Date.now() - byMs);
    await sessions.updateOne({ _id: sidOf(cookie) }, { $set: { [field]: before } });
  };

  const statusOf = async (browser: Browser): Promise<number> =>
    (await browser.call('GET', '/api/auth/me')).status;

  it('signs in, works and signs out by its cookie alone, at every service', async () => {
    const { browser, id, email } = await registered();
    expect(await browser.call('GET', '/api/auth/me')).toMatchObject({ status: 200, body: { id } });
    const renamed = await browser.call('PUT', '/api/auth/me', { name: 'Beatrice' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Beatrice' } });
    for (const path of ['/api/notifications/count', '/api/payouts/list', '/api/affiliate/links']) {
      expect((await browser.call('GET', path)).status).toBe(200);
    }
    const { body } = await browser.call('GET', '/api/auth/sessions');
    expect(body.sessions).toMatchObject([{ kind: 'browser', is_current: true }]);
    const before = browser.copy();
    expect((await browser.call('POST', '/api/auth/logout', {})).status).toBe(200);
    expect(browser.cookie).toBeUndefined();
    expect(await statusOf(browser)).toBe(401);
    await eventually(async () => (await statusOf(before)) === 401, FIVE_SECONDS);
    const again = await browser.call('POST', '/api/auth/login', { email, password: PASSWORD });
    expect(again).toMatchObject({ status: 200, body: { session: 'cookie', user: { id } } });
    expect(await statusOf(browser)).toBe(200);
  }, 60_000);

  it('acts in another account after signing in to it, and in that one only', async () => {
    const [first, second] = [await registered(), await registered()];
    const { browser } = first;
    const before = browser.copy();
    const body = { email: second.email, password: PASSWORD };
    expect((await browser.call('POST', '/api/auth/login', body)).status).toBe(200);
    expect((await browser.call('GET', '/api/auth/me')).body).toMatchObject({ id: second.id });
    await eventually(async () => (await statusOf(before)) === 401, FIVE_SECONDS);
  }, 60_000);

  it('is not used by other sites', async () => {
    const { browser } = await registered();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example.net', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const changed = await browser.call('PUT', '/api/auth/me', { name: 'Eve' }, headers);
      expect(changed).toMatchObject({ status: 403, body: { error: 'cross_site_request' } });
      expect((await browser.call('GET', '/api/auth/me', undefined, headers)).status).toBe(401);
      const body = { email: 'eve@example.com', password: PASSWORD };
      const signIn = await browser.call('POST', '/api/auth/login', body, headers);
      expect(signIn).toMatchObject({ status: 403, body: { error: 'cross_site_request' } });
    }
    const { body, headers } = await browser.call('GET', '/api/auth/me');
    expect(body).toMatchObject({ name: 'Bea' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }, 60_000);

  it('keeps its session while parallel requests meet a rotation, and a stolen cookie ends it', async () => {
    const { browser, email } = await registered();
    const thief = browser.copy();
    await age(browser, 'rotatedAt', 11 * MINUTE_MS);
    const first = browser.cookie;
    // The gateway caches the exchange for three seconds.
    await eventually(
      async () => {
        const tabs = Array.from({ length: 8 }, () => statusOf(browser));
        expect(await Promise.all(tabs)).toEqual(tabs.map(() => 200));
        return browser.cookie !== first;
      },
      { timeoutMs: 10_000, everyMs: 200 },
    );
    expect(await Promise.all([statusOf(browser), statusOf(thief)])).toEqual([200, 200]);
    await age(browser, 'browser.previousUntil', MINUTE_MS);
    await eventually(async () => (await statusOf(thief)) === 401, FIVE_SECONDS);
    await eventually(async () => (await statusOf(browser)) === 401, FIVE_SECONDS);
    const body = { email, password: PASSWORD };
    expect((await browser.call('POST', '/api/auth/login', body)).status).toBe(200);
    await eventually(async () => {
      const inbox = await browser.call('GET', '/api/notifications?limit=20');
      return JSON.stringify(inbox.body).includes('A session in a browser was ended');
    });
  }, 60_000);

  it('receives notifications live by its cookie, until it signs out', async () => {
    const { browser } = await registered();
    const url = `${sharedSystem().baseUrl}/api/notifications/stream`;
    const foreign = { ...browser.headers, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(url, { headers: foreign })).status).toBe(401);
    const stream = await fetch(url, { headers: browser.headers });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('cache-control')).toBe('no-store');
    const received = { text: '', isEnded: false };
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? [])
        received.text += decoder.decode(chunk as Uint8Array);
      received.isEnded = true;
    })();
    await eventually(() => received.text.includes('retry:'));
    const sent = await browser.call('POST', '/api/notifications/test?channel=in_app');
    expect(sent.status).toBeLessThan(300);
    await eventually(() => received.text.includes(sent.body.notification_id as string));
    await browser.call('POST', '/api/auth/logout', {});
    await eventually(() => received.isEnded, { timeoutMs: 15_000 });
    await reading;
  }, 60_000);
});

import { randomUUIDv7 } from 'node:crypto';
import { openMailLimit } from '@tributary/service';
import { eventually, gatewayFetch, type TokenRequest } from '@tributary/testing';
import { cardprocConformance } from '../../testing/cardproc-conformance.ts';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

const PATH = '/api/payouts/accounts';
const CALLBACKS = '/api/payouts/callbacks';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout();
});
afterAll(() => payout.close());

const anAffiliate = (): TokenRequest => ({ id: randomUUIDv7(), role: 'affiliate' });
const open = (who: TokenRequest, body: unknown) => payout.call('POST', PATH, { who, body });
const card = (cardproc_account_id: string) => ({
  provider: 'cardproc_connect',
  cardproc_account_id,
});
const wallet = (walletco_email: string) => ({ provider: 'walletco_payouts', walletco_email });
const list = async (who: TokenRequest) => (await payout.call('GET', PATH, { who })).body.accounts;
const verify = (who: TokenRequest, id: string, body: unknown = {}) =>
  payout.call('POST', `${PATH}/${id}/verify`, { who, body });

describe('a payout account', () => {
  it('begins unverified, with the documented fields and defaults', async () => {
    const who = anAffiliate();
    expect(await open(who, wallet('Ann@Example.com'))).toMatchObject({
      status: 201,
      body: {
        success: true,
        account: {
          provider: 'walletco_payouts',
          cardproc_account_id: null,
          walletco_email: 'ann@example.com',
          minimum_payout_amount: 50,
          payout_frequency: 'monthly',
          auto_payout_enabled: true,
          is_verified: false,
          is_active: true,
          is_default: false,
          can_receive_payouts: false,
        },
      },
    });
    expect(await open(who, wallet('ann@example.com'))).toMatchObject({
      status: 409,
      body: { error: 'account_exists' },
    });
    expect(await list(who)).toHaveLength(1);
  });

  it('with another affiliate’s destination is published once both have verified it, and shown to nobody', async () => {
    const [first, second, stranger] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const as = (id: string): TokenRequest => ({ id, role: 'affiliate' });
    const address = `${randomUUIDv7()}@example.com`;
    const opened = await open(as(first), wallet(address));
    const { id } = (await open(as(second), wallet(address))).body.account;
    await open(as(stranger), wallet(address));
    for (const one of [opened.body.account.id, id]) {
      const path = `/api/admin/payouts/accounts/${one}/verification`;
      await payout.call('PUT', path, { who: payout.admin, body: { is_verified: true } });
    }
    await eventually(() => payout.sharedBy(second).length > 0);
    expect(payout.sharedBy(second)).toEqual([[first]]);
    expect([...payout.sharedBy(first), ...payout.sharedBy(stranger)]).toEqual([]);
    expect(JSON.stringify(opened.body)).not.toContain(second);
  });

  it('is refused with every wrong field named', async () => {
    const who = anAffiliate();
    const wrong: [unknown, string][] = [
      [{ provider: 'bank' }, 'provider'],
      [{ provider: 'cardproc_connect' }, 'cardproc_account_id'],
      [{ ...card('acct_1'), walletco_email: 'a@example.com' }, 'walletco_email'],
      [card('account'), 'cardproc_account_id'],
      [wallet('nobody'), 'walletco_email'],
      [{ ...card('acct_1'), minimum_payout_amount: 50.001 }, 'minimum_payout_amount'],
      [{ ...card('acct_1'), minimum_payout_amount: -1 }, 'minimum_payout_amount'],
      [{ ...card('acct_1'), payout_frequency: 'hourly' }, 'payout_frequency'],
      [{ ...card('acct_1'), auto_payout_enabled: 'yes' }, 'auto_payout_enabled'],
      [{ ...card('acct_1'), is_verified: true }, 'is_verified'],
    ];
    for (const [body, field] of wrong) {
      const answer = await open(who, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.body.message).toContain(`${field}: `);
    }
    expect(await list(who)).toEqual([]);
    expect((await open({ role: 'brand' }, card('acct_1'))).status).toBe(403);
  });

  it('can be changed by its owner only', async () => {
    const who = anAffiliate();
    const { id } = (await open(who, card('acct_1'))).body.account;
    const body = { minimum_payout_amount: 75.5, payout_frequency: 'weekly' };
    expect(await payout.call('PUT', `${PATH}/${id}`, { who, body })).toMatchObject({
      status: 200,
      body: { success: true, account: { id, ...body } },
    });
    const stranger = anAffiliate();
    const statuses = [
      (await payout.call('PUT', `${PATH}/${id}`, { who: stranger, body })).status,
      (await verify(stranger, id)).status,
      (await payout.call('PUT', `${PATH}/${randomUUIDv7()}`, { who, body })).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
  });

  it('is the default as the newest payable one, unless another is chosen', async () => {
    const who = anAffiliate();
    const first = await payout.openAccount(who, 'acct_first');
    const second = await payout.openAccount(who, 'acct_second');
    await open(who, card('acct_unverified'));
    const chosen = async () =>
      (await list(who)).filter((one) => one.is_default).map((one) => one.id);
    expect(await chosen()).toEqual([second]);
    const body = { is_default: true };
    await payout.call('PUT', `${PATH}/${first}`, { who, body });
    expect(await chosen()).toEqual([first]);
    await payout.call('PUT', `${PATH}/${second}`, { who, body });
    expect(await chosen()).toEqual([second]);
  });
});

describe('verification', () => {
  it('of a wallet is by the code that was mailed to it', async () => {
    const who = anAffiliate();
    const address = `w-${randomUUIDv7()}@example.com`;
    const { id } = (await open(who, wallet(address))).body.account;
    expect((await verify(who, id, { code: '123456' })).body.error).toBe('verification_not_started');
    expect((await verify(who, id)).body).toEqual({ success: true, verification: 'code_sent' });
    const code = await payout.codeFor(address);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await verify(who, id, { code: wrong })).toMatchObject({
      status: 400,
      body: { error: 'wrong_code' },
    });
    expect((await verify(who, id, { code })).body).toEqual({
      success: true,
      verification: 'verified',
    });
    expect(await list(who)).toMatchObject([{ is_verified: true, can_receive_payouts: true }]);
  });

  it('gives a code five tries, because six digits can be guessed', async () => {
    const who = anAffiliate();
    const address = `g-${randomUUIDv7()}@example.com`;
    const { id } = (await open(who, wallet(address))).body.account;
    await verify(who, id);
    const code = await payout.codeFor(address);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await verify(who, id, { code: wrong });
    expect(await verify(who, id, { code })).toMatchObject({
      status: 409,
      body: { error: 'verification_not_started' },
    });
    for (let calls = 1; calls < 10; calls += 1) await verify(who, id);
    const refused = await verify(who, id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('mails a wallet twenty codes a day, however many affiliates name it', async () => {
    const address = `victim-${randomUUIDv7()}@example.com`;
    const statuses: number[] = [];
    for (const who of [anAffiliate(), anAffiliate(), anAffiliate()]) {
      const { id } = (await open(who, wallet(address))).body.account;
      for (let calls = 0; calls < 7; calls += 1) statuses.push((await verify(who, id)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  it('mails a code however many invitations and links others have had sent to the wallet', async () => {
    const who = anAffiliate();
    const address = `flooded-${randomUUIDv7()}@example.com`;
    const { redis } = payout.service.platform;
    for (const kind of ['account', 'other'] as const) {
      const flood = openMailLimit(redis, payout.env['NAMESPACE'] ?? '', { kind, mails: 20 });
      for (let mails = 0; mails < 20; mails += 1) await flood.consume(address);
      await expect(flood.consume(address)).rejects.toMatchObject({ kind: 'rate_limited' });
    }
    const { id } = (await open(who, wallet(address))).body.account;
    expect(await verify(who, id)).toMatchObject({ status: 200 });
  });

  it('of a connected account is by the card processor’s callback', async () => {
    const who = anAffiliate();
    const fine = (await open(who, card(`acct_${randomUUIDv7().replaceAll('-', '')}`))).body.account;
    const restricted = (await open(who, card('acct_restricted'))).body.account;
    expect((await verify(who, fine.id)).body).toEqual({ success: true, verification: 'started' });
    await verify(who, restricted.id);
    await eventually(async () => (await list(who)).some((one) => one.is_verified));
    await eventually(async () => {
      const { data } = await payout.atSandbox('GET', '/cardproc/v1/events?type=account.updated');
      return data.every((event) => event.delivery.state === 'delivered');
    });
    expect(await list(who)).toMatchObject([
      { id: restricted.id, is_verified: false },
      { id: fine.id, is_verified: true },
    ]);
  });

  it('that cannot be started is refused as unavailable', async () => {
    const who = anAffiliate();
    const { id } = (await open(who, card('acct_away'))).body.account;
    await payout.fault('cardproc.accounts.verify', 'error_before');
    expect((await verify(who, id)).status).toBe(503);
    const mailed = (await open(who, wallet('bounce@example.com'))).body.account;
    expect(await verify(who, mailed.id)).toMatchObject({
      status: 503,
      body: { error: 'mail_unavailable' },
    });
  });

  it('can be set by administrators only', async () => {
    const who = anAffiliate();
    const { id } = (await open(who, card('acct_1'))).body.account;
    const set = (by: TokenRequest, is_verified: boolean) =>
      payout.call('PUT', `/api/admin/payouts/accounts/${id}/verification`, {
        who: by,
        body: { is_verified },
      });
    expect((await set(who, true)).status).toBe(403);
    expect((await set(payout.admin, true)).body.account.is_verified).toBe(true);
    expect((await set(payout.admin, false)).body.account.can_receive_payouts).toBe(false);
  });
});

describe('a callback on a connected account', () => {
  /** Sends a callback of the card processor. */
  const sendCallback = async (id: string, payouts_enabled: boolean) => {
    const object = { id, object: 'account', payouts_enabled };
    const body = JSON.stringify({ type: 'account.updated', data: { object } });
    const headers = cardprocConformance.signed(body, new Date(), payout.sandbox);
    const url = `${payout.service.url}${CALLBACKS}/cardproc_connect`;
    return (await gatewayFetch('payout', url, { method: 'POST', headers, body })).status;
  };
  const set = (id: string, is_verified: boolean) =>
    payout.call('PUT', `/api/admin/payouts/accounts/${id}/verification`, {
      who: payout.admin,
      body: { is_verified },
    });
  const isVerified = async (who: TokenRequest) => (await list(who))[0]?.is_verified;
  /** An account that the card processor has verified. */
  const verifiedOne = async () => {
    const who = anAffiliate();
    const name = `acct_${randomUUIDv7().replaceAll('-', '')}`;
    const { id } = (await open(who, card(name))).body.account;
    await verify(who, id);
    await eventually(() => isVerified(who));
    return { who, name, id };
  };

  it('with an outdated status changes nothing, because the provider is queried', async () => {
    const who = anAffiliate();
    const { id } = (await open(who, card('acct_restricted'))).body.account;
    await verify(who, id);
    expect(await sendCallback('acct_restricted', true)).toBe(200);
    expect(await isVerified(who)).toBe(false);
    const one = await verifiedOne();
    expect(await sendCallback(one.name, false)).toBe(200);
    expect(await isVerified(one.who)).toBe(true);
  });

  it('on an account that the card processor does not know changes nothing', async () => {
    const who = anAffiliate();
    const name = `acct_${randomUUIDv7().replaceAll('-', '')}`;
    await payout.openAccount(who, name);
    expect(await sendCallback(name, false)).toBe(200);
    expect(await isVerified(who)).toBe(true);
  });

  it('gets an error where the card processor cannot be queried, so that it is sent again', async () => {
    const { name, who } = await verifiedOne();
    await payout.fault('cardproc.accounts.get', 'error_before', { count: 1 });
    expect(await sendCallback(name, false)).toBe(503);
    expect(await isVerified(who)).toBe(true);
  });

  it('does not override an administrator’s decision; a new verification by the affiliate does', async () => {
    const { who, name, id } = await verifiedOne();
    await set(id, false);
    expect(await sendCallback(name, true)).toBe(200);
    expect(await isVerified(who)).toBe(false);
    expect((await verify(who, id)).body).toEqual({ success: true, verification: 'started' });
    await eventually(() => isVerified(who));
  });
});

describe('limits', () => {
  it('are five requests and five manual payouts an hour, counted when they pass validation', async () => {
    const ann = await payout.anAffiliate();
    const request = (amount: number) =>
      payout.call('POST', '/api/affiliate/payouts/request', {
        who: ann.who,
        body: { amount, payment_method_id: ann.accountId },
      });
    const create = (ip: string, amount = 60) =>
      payout.call('POST', '/api/payouts/create', {
        who: ann.who,
        body: { amount, commission_ids: [randomUUIDv7()] },
        ip,
      });
    for (let calls = 0; calls < 3; calls += 1) await request(1);
    const requested = [];
    for (let calls = 0; calls < 6; calls += 1) requested.push((await request(60)).status);
    expect(requested).toEqual([400, 400, 400, 400, 400, 429]);
    const created = [];
    for (let calls = 0; calls < 6; calls += 1) created.push((await create('192.0.2.1')).status);
    expect(created).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it('do not count payouts that failed because the ledger was unavailable', async () => {
    const ann = await payout.anAffiliate('acct_fine', 50_000);
    const statuses: number[] = [];
    for (let calls = 0; calls < 7; calls += 1) {
      payout.ledger.fail('Reserve', 'before', ann.id);
      statuses.push((await payout.request(ann, 60)).status);
    }
    expect(statuses).toEqual(Array(7).fill(503));
    for (let calls = 0; calls < 6; calls += 1) {
      statuses.push((await payout.request(ann, 60)).status);
    }
    expect(statuses.slice(7)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('are twenty manual payouts an hour per address', async () => {
    const statuses: number[] = [];
    for (let one = 0; one < 5; one += 1) {
      const { who } = await payout.anAffiliate();
      const body = { amount: 60, commission_ids: [randomUUIDv7()] };
      const create = () =>
        payout.call('POST', '/api/payouts/create', { who, body, ip: '192.0.2.2' });
      for (let calls = 0; calls < 5; calls += 1) statuses.push((await create()).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
  });
});

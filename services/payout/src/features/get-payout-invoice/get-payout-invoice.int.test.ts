import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered } from '@tributary/contracts';
import { aUser, eventually, gatewayFetch } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0', INVOICE_TAX_RATE: '20' });
});
afterAll(() => payout.close());

interface Payment {
  readonly id: string;
  readonly invoice_url: string | null;
  readonly credit_note_url: string | null;
  readonly status: string;
}
const historyOf = async ({ who }: Affiliate): Promise<Payment[]> => {
  const { body } = await payout.call('GET', '/api/commissions/payment-history', { who });
  return (body as unknown as { payments: Payment[] }).payments;
};
/** Opens a link as the gateway would forward it. */
const open = (url: string) => {
  const { pathname, search } = new URL(url);
  return gatewayFetch('payout', `${payout.service.url}${pathname}${search}`);
};
const invoicesOf = (affiliateId: string) =>
  payout.collection('invoices').find({ affiliateId }).sort({ number: 1 }).toArray();

/** Publishes an affiliate's details and the facts of its commissions. */
async function publishFacts(ann: Affiliate, campaignName: string): Promise<void> {
  const user = aUser({
    userId: ann.id,
    role: 'affiliate',
    name: 'Łucja Müller-Παπαδοπούλου',
    country: 'PL',
  });
  await payout.publish(userRegistered({ ...user, company: 'Żółw & Søn Sp. z o.o.' }));
  for (const [index, commissionId] of ann.commissions.entries()) {
    const at = `2026-04-${String((index % 28) + 1).padStart(2, '0')}T10:00:00.000Z`;
    await payout.publish(
      commissionCreated({
        commissionId,
        conversionId: randomUUIDv7(),
        campaignId: randomUUIDv7(),
        campaignName,
        brandId: randomUUIDv7(),
        affiliateId: ann.id,
        orderId: `ORDER-2026-${String(index + 1).padStart(5, '0')}`,
        clickId: null,
        linkId: null,
        status: 'approved',
        amountMinor: 100,
        paidMinor: 0,
        currency: 'USD',
        terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
        saleMinor: 1_000,
        saleCurrency: 'USD',
        convertedAt: at,
        createdAt: at,
        approvedAt: at,
        paidAt: null,
        payoutId: null,
      }),
    );
  }
  await eventually(async () => {
    const lines = payout.collection('commission_lines');
    const known = await lines.countDocuments({ _id: { $in: [...ann.commissions] } });
    const person = await payout.collection('parties').findOne({ _id: ann.id });
    return known === ann.commissions.length && person !== null;
  });
}

describe('an invoice', () => {
  it('is a PDF with both parties, a line per commission and the tax, behind its own link', async () => {
    const earned = Array.from({ length: 64 }, (_, index) => 150 + index);
    const ann = await payout.anAffiliate('acct_fine', ...earned);
    await publishFacts(ann, 'Spring sale of kettles, pots and all that belongs on a stove — Весна');
    const profile = { address_lines: ['ul. Długa 7/3', '00-238 Warszawa'], tax_id: 'PL5260001246' };
    const path = '/api/payouts/billing-profile';
    expect((await payout.call('PUT', path, { who: ann.who, body: profile })).body).toMatchObject({
      billing_profile: { legal_name: null, ...profile },
    });
    const { payout_id: id } = (await payout.request(ann, 110)).body;
    await payout.settled(id, 'completed');
    const [payment] = await historyOf(ann);
    expect(payment).toMatchObject({ id, status: 'completed' });
    const answer = await open(payment!.invoice_url!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const [stored] = await invoicesOf(ann.id);
    const content = stored!['content'] as Record<string, unknown>;
    expect(content).toMatchObject({
      supplier: {
        name: 'Żółw & Søn Sp. z o.o.',
        lines: ['Łucja Müller-Παπαδοπούλου', 'ul. Długa 7/3', '00-238 Warszawa', 'PL'],
        taxId: 'PL5260001246',
      },
      customer: { name: 'Tributary (development)', taxId: 'XX000000000' },
      // 110.00 with 20 % within.
      tax: { rate: '20', netMinor: 9_167, taxMinor: 1_833 },
    });
    const lines = content['lines'] as { amountMinor: number; orderId: string }[];
    expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(11_000);
    expect(lines[0]).toMatchObject({ orderId: 'ORDER-2026-00001', amountMinor: 150 });
  });

  it('does not change once it is written, even when the affiliate’s details change', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    await publishFacts(ann, 'Summer');
    await payout.settled((await payout.request(ann, 60)).body.payout_id, 'completed');
    const [{ invoice_url: url } = { invoice_url: null }] = await historyOf(ann);
    expect((await open(url!)).status).toBe(200);
    const before = await invoicesOf(ann.id);
    const body = { legal_name: 'Another name' };
    await payout.call('PUT', '/api/payouts/billing-profile', { who: ann.who, body });
    expect((await open(url!)).status).toBe(200);
    expect(await invoicesOf(ann.id)).toEqual(before);
  });

  it('has the next number in its affiliate’s series, without gaps, though payouts fail and race', async () => {
    const ann = await payout.anAffiliate('acct_fine', 60_000);
    const failing = await payout.openAccount(ann.who, 'acct_declined');
    const requested = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        payout.request(index % 3 === 2 ? { ...ann, accountId: failing } : ann, 50),
      ),
    );
    const ended = await Promise.all(
      requested.map(({ body }, index) =>
        payout.settled(body.payout_id, index % 3 === 2 ? 'failed' : 'completed'),
      ),
    );
    expect((await invoicesOf(ann.id)).map((one) => one['number'])).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    const history = await historyOf(ann);
    const without = history
      .filter(({ invoice_url: url }) => url === null)
      .map(({ status }) => status);
    expect([ended.length, without]).toEqual([12, ['failed', 'failed', 'failed', 'failed']]);
  });

  it('does not open with a token that is wrong, for another document, or expired', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000, 6_000);
    for (const amount of [60, 60]) {
      await payout.settled((await payout.request(ann, amount)).body.payout_id, 'completed');
    }
    const [one, other] = await historyOf(ann);
    const tokenOf = (payment: Payment) => new URL(payment.invoice_url!).searchParams.get('token')!;
    const linkWith = (id: string, query: string) => `http://x/api/payouts/invoices/${id}${query}`;
    const [until, hex] = tokenOf(one!).split('.');
    const wrong = [
      linkWith(one!.id, `?token=${tokenOf(other!)}`),
      linkWith(one!.id, `?token=${until!}.${'0'.repeat(64)}`),
      linkWith(one!.id, `?token=${String(Number(until) + 1)}.${hex!}`),
      linkWith(one!.id, '?token=x'),
      linkWith(randomUUIDv7(), `?token=${tokenOf(one!)}`),
    ];
    const statuses = await Promise.all(wrong.map(async (url) => (await open(url)).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await open(linkWith(one!.id, ''))).status).toBe(400);
    const later = new Date(Date.now() + 9 * DAY_MS);
    const { invoiceLinks } = payout.deps();
    const opened = { kind: 'invoice', payoutId: one!.id } as const;
    expect(invoiceLinks.isValid(opened, tokenOf(one!), new Date())).toBe(true);
    expect(invoiceLinks.isValid(opened, tokenOf(one!), later)).toBe(false);
    expect(
      invoiceLinks.isValid({ ...opened, kind: 'credit-note' }, tokenOf(one!), new Date()),
    ).toBe(false);
  });
});

describe('a credit note', () => {
  const reversed = async (ann: Affiliate, amounts: readonly number[]): Promise<string[]> =>
    Promise.all(
      amounts.map(async (amount) => {
        const { payout_id: id } = (await payout.request(ann, amount)).body;
        await payout.settled(id, 'failed');
        return id;
      }),
    );
  const notesOf = (affiliateId: string) =>
    payout.collection('credit_notes').find({ affiliateId }).sort({ number: 1 }).toArray();

  it('cancels the invoice of a reversed payment, behind its own link, and the invoice stays', async () => {
    const ann = await payout.anAffiliate('acct_reversed', 11_000);
    await publishFacts(ann, 'Autumn');
    const [id = ''] = await reversed(ann, [110]);
    const [payment] = await historyOf(ann);
    expect(payment).toMatchObject({ id, status: 'failed' });
    const [invoiceUrl, noteUrl] = [payment!.invoice_url!, payment!.credit_note_url!];
    expect(new URL(noteUrl).pathname).toBe(`/api/payouts/invoices/${id}/credit-note`);
    const answer = await open(noteUrl);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="CN-[0-9A-F]{8}-000001.pdf"/,
    );
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await open(invoiceUrl)).status).toBe(200);
    const [invoice, ...others] = await invoicesOf(ann.id);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ number: 1, content: { tax: { netMinor: 9_167 } } });
    // The token of one does not open the other.
    const swapped = new URL(noteUrl);
    swapped.search = new URL(invoiceUrl).search;
    expect((await open(swapped.href)).status).toBe(401);
  });

  it('has the next number in its own series, without gaps, though invoices are issued between and all race', async () => {
    const ann = await payout.anAffiliate('acct_fine', 60_000);
    const accountId = await payout.openAccount(ann.who, 'acct_reversed');
    const kept = Promise.all(
      Array.from({ length: 3 }, async () => {
        const { payout_id: id } = (await payout.request(ann, 50)).body;
        await payout.settled(id, 'completed');
      }),
    );
    const ids = await reversed({ ...ann, accountId }, [51, 52, 53, 54]);
    await kept;
    const notes = await notesOf(ann.id);
    expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(notes.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
    expect((await invoicesOf(ann.id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const history = await historyOf(ann);
    const noted = history.filter(({ credit_note_url: url }) => url !== null);
    expect(noted.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
  });

  it('does not exist for a payment that was not reversed, and does not open with a wrong token', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const { payout_id: id } = (await payout.request(ann, 60)).body;
    await payout.settled(id, 'completed');
    expect((await historyOf(ann))[0]).toMatchObject({ id, credit_note_url: null });
    const link = payout
      .deps()
      .invoiceLinks.urlOf({ kind: 'credit-note', payoutId: id }, new Date());
    expect((await open(link)).status).toBe(404);
    expect((await open(`${link}0`)).status).toBe(401);
  });
});

describe('the report of payouts', () => {
  const get = async (query: string, who: Affiliate['who']) => {
    const response = await gatewayFetch(
      'payout',
      `${payout.service.url}/api/payouts/report${query}`,
      {
        headers: payout.identity.headersFor(who),
      },
    );
    return { status: response.status, text: await response.text() };
  };

  it('is CSV with a row per payout of the span, amounts with their decimals', async () => {
    const ann = await payout.anAffiliate('acct_fine', 60_000);
    const ids = [];
    for (const amount of [50, 60.5]) {
      const { payout_id: id } = (await payout.request(ann, amount)).body;
      await payout.settled(id, 'completed');
      ids.push(id);
    }
    const [head, ...rows] = (await get('', ann.who)).text.trimEnd().split('\n');
    expect(head).toMatch(/^id,reference_number,affiliate_id,status,/);
    expect(rows.map((row) => row.split(',')[0])).toEqual(ids);
    expect(rows[1]).toContain(
      'completed,cardproc_connect,bank_transfer,acct_***fine,60.50,0.40,60.10,USD,1,',
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(
      (await get(`?start_date=${today}&end_date=${today}`, ann.who)).text.split('\n'),
    ).toHaveLength(4);
    expect((await get('?end_date=2020-01-01', ann.who)).text.split('\n')).toHaveLength(2);
    expect((await get('?start_date=2026-02-01&end_date=2026-01-01', ann.who)).status).toBe(400);
    expect((await get('?status=paid', ann.who)).status).toBe(400);
    const all = await get('', payout.admin);
    expect(all.text).toContain(ids[0]);
    expect((await get('', { role: 'brand' })).status).toBe(403);
  });
});

import { z } from 'zod';

/** A payment in its provider's books. */
export interface Payment {
  readonly payoutId: string;
  readonly state: 'pending' | 'paid' | 'failed' | 'reversed';
  readonly amountMinor: number;
}

type Settings = Readonly<Record<string, string | undefined>>;
const READS_AT_ONCE = 8;

/**
 * Reads all payments of both providers, grouped by payout.
 * @param settings have the keys of an installation; by default those of the sandbox
 */
export async function readProviderBooks(
  sandboxUrl: string,
  settings: Settings,
): Promise<Map<string, Payment[]>> {
  const transfers = await listTransfers(`${sandboxUrl}/cardproc`, settings);
  const items = await listItems(`${sandboxUrl}/walletco`, settings);
  return Map.groupBy([...transfers, ...items], ({ payoutId }) => payoutId);
}

const transferList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        amount: z.int(),
        status: z.enum(['pending', 'paid', 'failed', 'reversed']),
        metadata: z.record(z.string(), z.string()),
      })
      .transform(({ id, amount, status, metadata }) => ({
        id,
        payment: { payoutId: metadata['payout_id'] ?? '', state: status, amountMinor: amount },
      })),
  ),
  has_more: z.boolean(),
});

async function listTransfers(cardprocUrl: string, settings: Settings): Promise<Payment[]> {
  const authorization = `Bearer ${settings['CARDPROC_API_KEY'] ?? 'sandbox-cardproc-key'}`;
  const all: Payment[] = [];
  for (let after: string | undefined; ;) {
    const query = `limit=500${after === undefined ? '' : `&starting_after=${after}`}`;
    const page = await getJson(`${cardprocUrl}/v1/transfers?${query}`, transferList, {
      authorization,
    });
    all.push(...page.data.map(({ payment }) => payment));
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return all;
  }
}

const token = z.object({ access_token: z.string() });
const batchList = z.object({
  batches: z.array(z.object({ payout_batch_id: z.string() })),
  total_pages: z.int(),
});
/** The payment state for each of the wallet's statuses. */
const itemStates: Readonly<Record<string, Payment['state']>> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  RETURNED: 'failed',
  BLOCKED: 'failed',
  REFUNDED: 'reversed',
  REVERSED: 'reversed',
};
const batch = z.object({
  items: z.array(
    z
      .object({
        transaction_status: z.string(),
        payout_item: z.object({
          sender_item_id: z.string(),
          amount: z.object({ value: z.string() }),
        }),
      })
      .transform(({ transaction_status: status, payout_item: paid }) => ({
        payoutId: paid.sender_item_id,
        state: itemStates[status] ?? 'pending',
        // Payouts are in US dollars.
        amountMinor: Math.round(Number(paid.amount.value) * 100),
      })),
  ),
});

async function listItems(walletcoUrl: string, settings: Settings): Promise<Payment[]> {
  const authorization = `Bearer ${await walletcoToken(walletcoUrl, settings)}`;
  const path = `${walletcoUrl}/v1/payments/payouts`;
  // A fixed end time keeps new batches from shifting the pages.
  const until = encodeURIComponent(new Date().toISOString());
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = `end_time=${until}&page_size=1000&page=${String(page)}`;
    const found = await getJson(`${path}?${query}`, batchList, { authorization });
    ids.push(...found.batches.map((one) => one.payout_batch_id));
    pages = found.total_pages;
  }
  const all: Payment[] = [];
  const left = ids.values();
  const worker = async (): Promise<void> => {
    for (const id of left) {
      all.push(...(await getJson(`${path}/${id}?page_size=1000`, batch, { authorization })).items);
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, worker));
  return all;
}

async function walletcoToken(walletcoUrl: string, settings: Settings): Promise<string> {
  const id = settings['WALLETCO_CLIENT_ID'] ?? 'sandbox-walletco-client';
  const secret = settings['WALLETCO_CLIENT_SECRET'] ?? 'sandbox-walletco-secret';
  const response = await fetch(`${walletcoUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return token.parse(await response.json()).access_token;
}

async function getJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  headers: Readonly<Record<string, string>>,
): Promise<z.output<Schema>> {
  const response = await fetch(url, { headers });
  return schema.parse(await response.json());
}

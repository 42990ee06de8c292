import { randomUUIDv7 } from 'node:crypto';
import { openCardproc } from './cardproc/cardproc.ts';
import { type ProviderHttp } from './http.ts';
import { type PaymentOrder } from './provider.ts';
import { openWalletco } from './walletco/walletco.ts';

const payoutId = randomUUIDv7();
const order: PaymentOrder = {
  ...{ payoutId, key: `${payoutId}-0`, destination: 'ann@example.com' },
  ...{ netMinor: 9_500, currency: 'USD', checkBeforeRetry: false },
};
/** A provider that grants tokens and refuses everything else. */
const refusing = (body: unknown): ProviderHttp => ({
  call: ({ path }) =>
    Promise.resolve(
      path.endsWith('/token')
        ? { status: 200, body: { access_token: 'a-token', expires_in: 600 } }
        : { status: 422, body },
    ),
  close: () => Promise.resolve(),
});
const card = (code: string) =>
  openCardproc(refusing({ error: { code } }), { apiKey: 'key', webhookSecret: 'secret' });
const wallet = (name: string) =>
  openWalletco(refusing({ name }), {
    ...{ clientId: 'id', clientSecret: 'secret', webhookSecret: 'secret' },
  });

it.each([
  ['the card processor', card('temporarily_unavailable'), 'temporarily_unavailable', true],
  ['the card processor', card('account_declined'), 'account_declined', false],
  ['the wallet', wallet('TEMPORARY_ERROR'), 'temporary_error', true],
  ['the wallet', wallet('RECEIVER_DECLINED'), 'receiver_declined', false],
])(
  'a refusal by %s is temporary or permanent by its reason',
  async (_name, provider, reason, isTemporary) => {
    expect(await provider.submit(order)).toMatchObject({
      state: 'failed',
      transactionId: null,
      failureReason: reason,
      failureIsTemporary: isTemporary,
    });
  },
);

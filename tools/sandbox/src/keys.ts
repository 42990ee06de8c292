/** What callers of the outside world sign in with, and what it signs its callbacks with. */
export type Keys = Readonly<{
  cardprocApiKey: string;
  cardprocWebhookSecret: string;
  walletcoClientId: string;
  walletcoClientSecret: string;
  walletcoWebhookSecret: string;
  smsApiKey: string;
}>;

export const defaultKeys: Keys = {
  cardprocApiKey: 'sandbox-cardproc-key',
  cardprocWebhookSecret: 'sandbox-cardproc-webhook-secret',
  walletcoClientId: 'sandbox-walletco-client',
  walletcoClientSecret: 'sandbox-walletco-secret',
  walletcoWebhookSecret: 'sandbox-walletco-webhook-secret',
  smsApiKey: 'sandbox-sms-key',
};

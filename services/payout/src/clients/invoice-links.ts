import { createHmac } from 'node:crypto';
import { isSignedByAny, type SecretList } from '@tributary/service';
import { DAY_MS } from '@tributary/units';

interface LinkSettings {
  readonly publicUrl: string;
  readonly INVOICE_LINK_SECRET: SecretList;
  readonly INVOICE_LINK_DAYS: number;
}

/** The documents that can be linked, and the end of their path. */
const paths = { invoice: '', 'credit-note': '/credit-note' } as const;
export type LinkedDocument = keyof typeof paths;

export interface LinkTarget {
  readonly kind: LinkedDocument;
  readonly payoutId: string;
}

/**
 * Links to invoices and credit notes for browsers, which send no bearer token. Each link carries a signed token for its
 * document alone, which expires after some days.
 */
export function openInvoiceLinks({
  publicUrl,
  INVOICE_LINK_SECRET: secrets,
  INVOICE_LINK_DAYS: days,
}: LinkSettings) {
  const signer =
    ({ kind, payoutId }: LinkTarget, expiresAt: string) =>
    (secret: string): Buffer =>
      createHmac('sha256', secret).update(`${kind}.${payoutId}.${expiresAt}`).digest();

  return {
    /** Stable for a day, so that a list has the same links when it is read again. */
    urlOf: (target: LinkTarget, now: Date): string => {
      const expiresAt = String((Math.floor(now.getTime() / DAY_MS) + days + 1) * (DAY_MS / 1000));
      const token = `${expiresAt}.${signer(target, expiresAt)(secrets[0]).toString('hex')}`;
      const path = `/api/payouts/invoices/${target.payoutId}${paths[target.kind]}`;
      return `${publicUrl}${path}?token=${token}`;
    },

    /** Whether a token is for this document and has not expired. */
    isValid: (target: LinkTarget, token: string, now: Date): boolean => {
      const [, expiresAt = '', hex = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
      if (hex === '' || Number(expiresAt) * 1000 <= now.getTime()) return false;
      return isSignedByAny(secrets, Buffer.from(hex, 'hex'), signer(target, expiresAt));
    },
  };
}

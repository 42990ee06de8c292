import { type ClickRow, type OrderEvidence } from '@tributary/contracts';
import { z } from 'zod';

/** Evidence of a buyer's identity, besides e-mail and customer id. */
export type Buyer = Omit<OrderEvidence, 'visitorId' | 'clickCountry'>;

/** Evidence from the buyer's browser, reported by shops and pixels. */
export type Browser = Pick<Buyer, 'buyerIp' | 'buyerUserAgent' | 'buyerCountry' | 'cartOpenedAt'>;

type Metadata = Readonly<Record<string, unknown>>;

const MAX_AGENT = 512;

const address = z.union([z.ipv4(), z.ipv6()]);
const country = z.string().regex(/^[A-Za-z]{2}$/);
const moment = z.iso.datetime({ offset: true });

/** The value if it is valid. An invalid value is ignored, because evidence refuses no order. */
const ifValid = (schema: z.ZodType<string>, value: unknown): string | null =>
  // Most orders lack these values, and zod builds an error for each invalid one.
  typeof value === 'string' ? (schema.safeParse(value).data ?? null) : null;

/** Reads the evidence of the buyer's browser from `metadata` (`custom_parameters`). */
export function browserOf(metadata: Metadata | undefined): Browser {
  const agent = metadata?.['customer_user_agent'];
  const opened = ifValid(moment, metadata?.['cart_created_at']);
  return {
    buyerIp: ifValid(address, metadata?.['customer_ip']),
    buyerUserAgent: typeof agent === 'string' ? agent.slice(0, MAX_AGENT) : null,
    buyerCountry: ifValid(country, metadata?.['customer_country'])?.toUpperCase() ?? null,
    cartOpenedAt: opened === null ? null : new Date(opened).toISOString(),
  };
}

/** Metadata without address and user agent, which are stored as evidence for a limited time only. */
export function withoutBrowser<Given extends Metadata | undefined>(metadata: Given): Given {
  if (metadata === undefined) return metadata;
  const { customer_ip: _ip, customer_user_agent: _agent, ...rest } = metadata;
  return rest as Given;
}

const UNKNOWN_BUYER: Buyer = {
  buyerIp: null,
  buyerUserAgent: null,
  buyerCountry: null,
  mailboxHash: null,
  isDisposableEmail: null,
  cartOpenedAt: null,
};

/** Combines the evidence of click and order; null where there is none. */
export function decideEvidence(
  click: Pick<ClickRow, 'visitorId' | 'country'> | undefined,
  buyer: Buyer | undefined,
): OrderEvidence | null {
  if (click === undefined && buyer === undefined) return null;
  return {
    visitorId: click?.visitorId ?? null,
    clickCountry: click?.country ?? null,
    ...(buyer ?? UNKNOWN_BUYER),
  };
}

/** The most frequent providers of disposable mailboxes; an operator's file adds to them. */
const DISPOSABLE = new Set(
  (
    '10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net burnermail.io ' +
    'byom.de discard.email discardmail.com dispostable.com dropmail.me emailondeck.com fakeinbox.com ' +
    'fakemail.net getairmail.com getnada.com grr.la guerrillamail.com guerrillamail.de ' +
    'guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com inboxbear.com ' +
    'inboxkitten.com incognitomail.org jetable.org mail-temp.com mail7.io mailcatch.com maildrop.cc ' +
    'mailforspam.com mailinator.com mailinator.net mailnesia.com mailnull.com mailpoof.com mailsac.com ' +
    'mailtemp.info minuteinbox.com mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com ' +
    'nada.email sharklasers.com spam4.me spambog.com spambox.us spamex.com spamgourmet.com ' +
    'spamherelots.com temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.dev tempmail.net ' +
    'tempmailo.com tempr.email throwawaymail.com trash-mail.com trashmail.com trashmail.de ' +
    'trashmail.net trbvm.com wegwerfmail.de wegwerfmail.net yopmail.com yopmail.fr yopmail.net'
  ).split(' '),
);

/** Whether the address belongs to a provider of disposable mailboxes, or to a subdomain of one. */
export function isDisposable(email: string, added: ReadonlySet<string> = new Set()): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const labels = domain.split('.');
  return labels.some((_label, index) => {
    const name = labels.slice(index).join('.');
    return DISPOSABLE.has(name) || added.has(name);
  });
}

import { type ClickRow, type OrderEvidence } from '@tributary/contracts';
import { z } from 'zod';

/** What an order says of who placed it, besides e-mail and customer id. */
export type Buyer = Omit<OrderEvidence, 'visitorId' | 'clickCountry'>;

/** Of the browser that ordered, as shops and pixels tell it. */
export type Browser = Pick<Buyer, 'buyerIp' | 'buyerUserAgent' | 'buyerCountry' | 'cartOpenedAt'>;

type Metadata = Readonly<Record<string, unknown>>;

const MAX_AGENT = 512;

const address = z.union([z.ipv4(), z.ipv6()]);
const country = z.string().regex(/^[A-Za-z]{2}$/);
const moment = z.iso.datetime({ offset: true });

/** The value where it fits; what does not fit says nothing, and refuses no order. */
const fitting = (schema: z.ZodType<string>, value: unknown): string | null =>
  // Most orders say nothing of it, and what does not fit costs zod an error.
  typeof value === 'string' ? (schema.safeParse(value).data ?? null) : null;

/** The keys of `metadata` (`custom_parameters`) that count as evidence of who ordered. */
export function browserOf(metadata: Metadata | undefined): Browser {
  const agent = metadata?.['customer_user_agent'];
  const opened = fitting(moment, metadata?.['cart_created_at']);
  return {
    buyerIp: fitting(address, metadata?.['customer_ip']),
    buyerUserAgent: typeof agent === 'string' ? agent.slice(0, MAX_AGENT) : null,
    buyerCountry: fitting(country, metadata?.['customer_country'])?.toUpperCase() ?? null,
    cartOpenedAt: opened === null ? null : new Date(opened).toISOString(),
  };
}

/** Metadata as it is kept: address and agent are evidence, which is kept for a limited time only. */
export function withoutBrowser<Given extends Metadata | undefined>(metadata: Given): Given {
  if (metadata === undefined) return metadata;
  const { customer_ip: _ip, customer_user_agent: _agent, ...kept } = metadata;
  return kept as Given;
}

const nothing: Buyer = {
  buyerIp: null,
  buyerUserAgent: null,
  buyerCountry: null,
  mailboxHash: null,
  isDisposableEmail: null,
  cartOpenedAt: null,
};

/** Click and order side by side; null where neither says anything. */
export function decideEvidence(
  click: Pick<ClickRow, 'visitorId' | 'country'> | undefined,
  buyer: Buyer | undefined,
): OrderEvidence | null {
  if (click === undefined && buyer === undefined) return null;
  return {
    visitorId: click?.visitorId ?? null,
    clickCountry: click?.country ?? null,
    ...(buyer ?? nothing),
  };
}

/** Providers of throw-away mailboxes that are seen most; an operator's file adds to them. */
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

/** Whether the mailbox is of a throw-away provider, or of a name below one's. */
export function isDisposable(email: string, added: ReadonlySet<string> = new Set()): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const labels = domain.split('.');
  return labels.some((_label, index) => {
    const name = labels.slice(index).join('.');
    return DISPOSABLE.has(name) || added.has(name);
  });
}

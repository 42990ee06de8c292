import { type Schemas } from '@tributary/sdk';
import { t } from '../i18n/translate.ts';
import { type Tone } from '../ui/badge.tsx';

type Word = readonly [text: string, tone: Tone];

/** The words for states that the API names; an unknown one is shown as it is. */
export function stateWord(state: string): Word {
  const words: Readonly<Record<string, Word>> = {
    pending: [t('Pending'), 'warn'],
    approved: [t('Approved'), 'good'],
    rejected: [t('Rejected'), 'bad'],
    reversed: [t('Reversed'), 'bad'],
    draft: [t('Draft'), 'plain'],
    active: [t('Active'), 'good'],
    paused: [t('Paused'), 'warn'],
    completed: [t('Completed'), 'good'],
    archived: [t('Archived'), 'plain'],
    paid: [t('Paid'), 'good'],
    processing: [t('On its way'), 'accent'],
    in_transit: [t('On its way'), 'accent'],
    invited: [t('Invited'), 'accent'],
    left: [t('Left'), 'plain'],
    failed: [t('Failed'), 'bad'],
    cancelled: [t('Cancelled'), 'bad'],
    success: [t('Delivered'), 'good'],
    retrying: [t('Is tried again'), 'warn'],
    created: [t('Created'), 'plain'],
    scheduled: [t('Scheduled'), 'accent'],
    expired: [t('Expired'), 'plain'],
    deactivated: [t('Deactivated'), 'plain'],
    accepted: [t('Accepted'), 'good'],
    refused: [t('Refused'), 'bad'],
    open: [t('Waits for the brand'), 'warn'],
    answered: [t('Answered'), 'accent'],
    revoked: [t('Withdrawn'), 'plain'],
    connected: [t('Connected'), 'good'],
    error: [t('Error'), 'bad'],
    suspended: [t('Suspended'), 'bad'],
    verified: [t('Verified'), 'good'],

    none: [t('Open to you'), 'accent'],
    ready: [t('Ready'), 'good'],
    not_ready: [t('Not ready'), 'bad'],
    unreachable: [t('Unreachable'), 'bad'],
    preparing: [t('Being prepared'), 'accent'],
    applying: [t('Being applied'), 'accent'],
    applied: [t('Applied'), 'good'],
    undoing: [t('Being taken back'), 'accent'],
    undone: [t('Taken back'), 'plain'],
  };
  return words[state] ?? [state, 'plain'];
}

export function campaignTypeWord(type: Schemas['CampaignType']): string {
  const words: Readonly<Record<Schemas['CampaignType'], string>> = {
    sale: t('Sale'),
    lead: t('Lead'),
    click: t('Click'),
    impression: t('Impression'),
    subscription: t('Subscription'),
    app_install: t('App install'),
    call: t('Call'),
    direct_messaging: t('Message'),
    custom: t('Other'),
  };
  return words[type];
}

/** By which rule an order is credited to the clicks before it. */
export const modelWords = (): Readonly<Record<Schemas['AttributionModel'], string>> => ({
  last_click: t('Last click'),
  first_click: t('First click'),
  linear: t('All clicks alike'),
  time_decay: t('Later clicks more'),
  position_based: t('First and last click more'),
  data_driven: t('By what clicks add'),
});

/** How often something is sent. */
export const frequencyWords = (): Readonly<Record<string, string>> => ({
  daily: t('Every day'),
  weekly: t('Every week'),
  monthly: t('Every month'),
});

/** The roles of members, as the API names them. */
/** What people call the accounts of each payment provider. */
export const providerWords = (): Readonly<
  Record<Schemas['ProviderBooks']['provider'], string>
> => ({
  cardproc_connect: t('Bank account'),
  walletco_payouts: t('Wallet'),
});

export const memberRoleWords = (): Readonly<Record<Schemas['MemberRole'], string>> => ({
  owner: t('Owner'),
  manager: t('Manager'),
  finance: t('Finance'),
  analyst: t('Analyst'),
  developer: t('Developer'),
});

/** The plans of an account. */
export const planWords = (): Readonly<Record<Schemas['Plan'], string>> => ({
  free: t('Free'),
  pro: t('Pro'),
  enterprise: t('Enterprise'),
});

/** What an account is. */
export const roleWords = (): Readonly<Record<string, string>> => ({
  brand: t('Brand'),
  affiliate: t('Affiliate'),
  admin: t('Operator'),
});

/** Why a claim to a missing order is closed. */
export const claimReasonWords = (): Readonly<
  Record<NonNullable<Schemas['AffiliateClaim']['reason']>, string>
> => ({
  already_credited: t('Credited to the affiliate already'),
  credited_elsewhere: t('Credited to somebody else by the attribution'),
  conversion_rejected: t('The order was rejected'),
  conversion_reversed: t('The order was refunded'),
  closed_without_credit: t('Decided, and nobody’s'),
  unknown_order: t('The brand finds no such order'),
  not_referred: t('The customer did not come through the affiliate'),
  order_cancelled: t('The order was cancelled'),
  outside_terms: t('The campaign does not pay for it'),
  other: t('Another reason'),
  not_decided_in_time: t('Not decided in time'),
});

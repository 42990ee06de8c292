import { type UnpayableReason, unpayableReasonOf } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { type Conversion } from '../domain/conversion.ts';
import { wholeCommission } from '../domain/expected-commission.ts';
import { privateUntil } from './click-store.ts';
import { type ConversionDocument } from './collections.ts';

/** The time of the visitor's click, also where a coupon code has the credit. */
function clickTimeOf({ clickedAt, coupon }: Pick<Conversion, 'clickedAt' | 'coupon'>): Date | null {
  const named = coupon?.click?.clickedAt;
  return clickedAt ?? (named === undefined ? null : new Date(named));
}

export function documentOf(conversion: Conversion): ConversionDocument {
  const { id, ...rest } = conversion;
  const orderValue = toWireNumber(rest.valueMinor, rest.currency);
  const expectedMinor = wholeCommission(conversion).amountMinor;
  // Address and user agent are as old as the click.
  const clickedAt = clickTimeOf(rest);
  const from = clickedAt !== null && clickedAt < rest.createdAt ? clickedAt : rest.createdAt;
  return { ...rest, _id: id, orderValue, expectedMinor, privateUntil: privateUntil(from) };
}

/** The reasons of conversions that earlier versions stored with a flag and without an affiliate. */
const reasonOfFlag: Readonly<Record<string, UnpayableReason>> = {
  click_bot: 'bot_click',
  click_filtered: 'no_attribution',
  outside_window: 'no_attribution',
  before_click: 'no_attribution',
  campaign_was_inactive: 'campaign_ended',
};

/** Why a stored conversion earns nothing until it is approved; null where it earns. */
export const reasonOf = ({
  unpayableReason,
  flags = [],
}: Pick<ConversionDocument, 'flags' | 'unpayableReason'>): UnpayableReason | null =>
  unpayableReasonOf(unpayableReason) ?? reasonOfFlag[flags[0] ?? ''] ?? null;

export function conversionOf(document: ConversionDocument): Conversion {
  const {
    _id,
    privateUntil: _until,
    orderValue: _value,
    expectedMinor: _expected,
    flags: _flags,
    ...rest
  } = document;
  return { ...rest, id: _id, unpayableReason: reasonOf(document) };
}

import { type Schemas } from '@tributary/sdk';
import { money, percent } from '../format/format.ts';
import { t } from '../i18n/translate.ts';

/** What a campaign pays, as its terms state it. */
interface Terms {
  readonly type: Schemas['CampaignType'];
  readonly commission: {
    readonly type: string;
    readonly value: number;
    readonly currency: string;
    readonly hold_days?: number;
  };
  readonly attribution?: { readonly lookback_window_days?: number } | null | undefined;
}

function rewardOf({ type, commission }: Terms): string {
  const isShare = commission.type === 'percentage';
  const amount = isShare ? percent(commission.value) : money(commission.value, commission.currency);
  if (isShare) return t('{amount} of each order', { amount });
  if (type === 'lead') return t('{amount} for each lead', { amount });
  if (type === 'click') return t('{amount} for each click', { amount });
  return t('{amount} for each conversion', { amount });
}

/** The terms in one plain sentence. */
export function sentenceOfTerms(terms: Terms): string {
  const reward = rewardOf(terms);
  const days = terms.attribution?.lookback_window_days ?? 30;
  const hold = terms.commission.hold_days ?? 0;
  const values = { reward, days, hold };
  return hold === 0
    ? t(
        'Pays {reward} within {days, plural, one {# day} other {# days}} of a click, as soon as the order is approved.',
        values,
      )
    : t(
        'Pays {reward} within {days, plural, one {# day} other {# days}} of a click, {hold, plural, one {# day} other {# days}} after the order is approved.',
        values,
      );
}

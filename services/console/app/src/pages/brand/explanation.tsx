import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { conversionQuery, explanationQuery } from '../../api/brand-queries.ts';
import { dateTime, money, percent } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TextArea } from '../../ui/field.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { useReview } from './review.ts';

type Explained = Schemas['ConversionExplanation'];

/** Each signal as a bar: what it adds to the suspicion, and by what evidence. */
function Factors({ fraud }: Pick<Explained, 'fraud'>) {
  const found = fraud.factors
    .filter(({ contribution }) => contribution > 0)
    .toSorted((one, other) => other.contribution - one.contribution);
  const clear = fraud.factors.filter(({ value }) => value === 0);
  return (
    <Section title={t('How suspicious it is')}>
      <p className="mb-4 flex items-center gap-2 text-sm">
        <Badge tone={fraud.requires_review ? 'bad' : 'good'}>
          {percent(fraud.fraud_score * 100)}
        </Badge>
        <span className="text-muted">
          {t('From {threshold} on, a person decides.', {
            threshold: percent(fraud.threshold * 100),
          })}
        </span>
      </p>
      <ul className="flex flex-col gap-4">
        {found.map(({ factor, contribution, evidence }) => (
          <li key={factor}>
            <Meter
              label={evidence}
              share={contribution}
              text={evidence}
              tone={contribution >= fraud.threshold ? 'bad' : 'accent'}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-sm">{t('No signal speaks against it.')}</p>}
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer text-muted">
          {t(
            '{count, plural, one {# signal was} other {# signals were}} checked and found nothing',
            { count: clear.length },
          )}
        </summary>
        <ul className="mt-2 list-disc pl-5 text-muted">
          {clear.map(({ factor, evidence }) => (
            <li key={factor}>{evidence}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

/** The touchpoints before the order, first to last. */
function Journey({ explained }: { readonly explained: Explained }) {
  const { attribution, converted_at: at, currency, order_value: value } = explained;
  const shareOf = (clickId: string | null): number =>
    attribution.shares.find((share) => share.click_id === clickId)?.share ?? 0;
  return (
    <Section title={t('The way to the order')}>
      <ol className="flex flex-col border-l-2 border-line pl-5 text-sm">
        {attribution.path.map((touch, index) => (
          <li key={touch.click_id ?? index} className="relative pb-4">
            <span className="absolute top-1.5 -left-[26px] size-2.5 rounded-full bg-accent" />
            <span className="block font-medium">
              {touch.coupon_code === null
                ? t('Click')
                : t('Coupon {code}', { code: touch.coupon_code })}
            </span>
            <span className="text-muted">
              {touch.clicked_at !== null && dateTime(touch.clicked_at)}
              {` · ${t('{share} of the credit', { share: percent(shareOf(touch.click_id) * 100) })}`}
            </span>
          </li>
        ))}
        <li className="relative">
          <span className="absolute top-1.5 -left-[26px] size-2.5 rounded-full bg-good" />
          <span className="block font-medium">
            {value === null || currency === null
              ? t('Order')
              : t('Order of {amount}', { amount: money(value, currency) })}
          </span>
          <span className="text-muted">{at !== null && dateTime(at)}</span>
        </li>
      </ol>
    </Section>
  );
}

function Commissions({ commission }: Pick<Explained, 'commission'>) {
  return (
    <Section title={t('What it pays')}>
      <ul className="flex flex-col gap-2 text-sm">
        {commission.commissions.map((one) => (
          <li key={one.affiliate_id} className="flex justify-between gap-4">
            <span className="text-muted">
              {one.commission_type === 'percentage' && one.commission_rate !== null
                ? t('{rate} of the order', { rate: percent(Number(one.commission_rate)) })
                : t('A fixed amount')}
            </span>
            <span className="font-medium tabular-nums">{money(one.amount, one.currency)}</span>
          </li>
        ))}
      </ul>
      {commission.commissions.length === 0 && <p className="text-sm text-muted">{t('Nothing')}</p>}
    </Section>
  );
}

/** The decision, as long as there is one to make. */
function Decide({ id, onDecided }: Props) {
  const review = useReview();
  const [notes, setNotes] = useState('');
  const { data } = useQuery(conversionQuery(id));
  if (data?.status !== 'pending') return null;
  const decide = (decision: 'approved' | 'rejected') => () =>
    review.mutate(
      { ids: [id], decision, ...(notes !== '' && { notes }) },
      { ...(onDecided !== undefined && { onSuccess: onDecided }) },
    );
  return (
    <div className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-surface p-4">
      <TextArea
        label={t('Reason')}
        rows={2}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
        hint={t('It is kept with the decision.')}
      />
      <div className="flex justify-end gap-2">
        <Button kind="danger" isBusy={review.isPending} onClick={decide('rejected')}>
          {t('Reject')}
        </Button>
        <Button kind="primary" isBusy={review.isPending} onClick={decide('approved')}>
          {t('Approve')}
        </Button>
      </div>
    </div>
  );
}

interface Props {
  readonly id: string;
  /** After the decision. */
  readonly onDecided?: () => void;
}

/** Why a conversion is credited to whom, pays what, and is how suspicious. */
export function Explanation({ id, onDecided }: Props) {
  return (
    <QueryState query={useQuery(explanationQuery(id))}>
      {(explained) => (
        <>
          <Factors fraud={explained.fraud} />
          <Journey explained={explained} />
          <Commissions commission={explained.commission} />
          <Decide id={id} {...(onDecided !== undefined && { onDecided })} />
        </>
      )}
    </QueryState>
  );
}

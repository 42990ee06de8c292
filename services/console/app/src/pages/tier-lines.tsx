import { type Schemas } from '@tributary/sdk';
import { money, percent } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { Badge } from '../ui/badge.tsx';
import { Line, Lines } from '../ui/lines.tsx';
import { EmptyState } from '../ui/states.tsx';

function TierLine({ tier }: { readonly tier: Schemas['Tier'] }) {
  const { name, benefits, min_conversions: conversions, min_revenue: revenue } = tier;
  return (
    <Line
      title={name}
      text={t(
        'from {conversions, plural, one {# conversion} other {# conversions}} and {revenue}',
        {
          conversions,
          revenue: money(revenue, 'USD'),
        },
      )}
    >
      {benefits.early_payout && <Badge tone="accent">{t('Paid early')}</Badge>}
      {benefits.exclusive_campaigns && <Badge tone="accent">{t('Exclusive campaigns')}</Badge>}
      <span className="font-medium">{percent(tier.effective_commission_rate)}</span>
    </Line>
  );
}

/** The steps of a scheme, from the first to the best. */
export const TierLines = ({ tiers }: { readonly tiers: readonly Schemas['Tier'][] }) =>
  tiers.length === 0 ? (
    <EmptyState
      icon="steps"
      title={t('There are no tiers')}
      text={t('Every affiliate earns what the campaign states.')}
    />
  ) : (
    <Lines>
      {tiers.map((tier) => (
        <TierLine key={tier.id} tier={tier} />
      ))}
    </Lines>
  );

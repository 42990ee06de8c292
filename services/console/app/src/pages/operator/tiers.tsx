import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { tiersQuery } from '../../api/operator-queries.ts';
import { money, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';

export const load: Load = (queries) => [queries.query(tiersQuery)];

function TierLine({ tier }: { readonly tier: Schemas['Tier'] }) {
  const { name, benefits, min_conversions: conversions, min_revenue: revenue } = tier;
  return (
    <Line
      title={name}
      text={t('from {conversions} conversions and {revenue}', {
        conversions: whole(conversions),
        revenue: money(revenue, 'USD'),
      })}
    >
      {benefits.early_payout && <Badge tone="accent">{t('Paid early')}</Badge>}
      {benefits.exclusive_campaigns && <Badge tone="accent">{t('Exclusive campaigns')}</Badge>}
      <span className="font-medium">{percent(tier.effective_commission_rate)}</span>
    </Line>
  );
}

export function Page() {
  return (
    <Frame
      title={t('Tiers')}
      description={t('What affiliates earn more as they bring more. Campaigns may have their own.')}
    >
      <Panel title={t('Tiers of the platform')} query={useQuery(tiersQuery)}>
        {(tiers) =>
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
          )
        }
      </Panel>
    </Frame>
  );
}

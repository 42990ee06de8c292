import { type Schemas } from '@tributary/sdk';
import { money, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Fact, Facts } from '../../ui/lines.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/panel.tsx';

type Campaign = Schemas['Campaign'];

function Budget({ campaign }: { readonly campaign: Campaign }) {
  const { budget, commission } = campaign;
  const spent = money(budget.spent, commission.currency);
  if (budget.total === null)
    return (
      <p className="text-sm text-muted">
        {t('{amount} spent; there is no limit.', { amount: spent })}
      </p>
    );
  return (
    <Meter
      label={t('Budget')}
      share={budget.total === 0 ? 1 : budget.spent / budget.total}
      text={t('{spent} of {total}', {
        spent,
        total: money(budget.total, commission.currency),
      })}
    />
  );
}

const periodWords = () =>
  [
    ['daily', t('a day')],
    ['weekly', t('a week')],
    ['monthly', t('a month')],
    ['total', t('in all')],
  ] as const;

/** Each limit of the campaign in words. */
function limitsOf({ caps, commission }: Campaign): readonly (readonly [string, string])[] {
  const kinds = [
    [t('Clicks'), caps.clicks, whole],
    [t('Conversions'), caps.conversions, whole],
    [t('Commission'), caps.commission, (value: number) => money(value, commission.currency)],
  ] as const;
  return kinds.flatMap(([label, limits, format]) =>
    periodWords().flatMap(([period, words]) => {
      const limit = limits[period];
      return limit === null ? [] : [[`${label} ${words}`, format(limit)] as const];
    }),
  );
}

/** What the campaign has spent, and the limits at which it stops. */
export const CampaignCaps = ({ campaign }: { readonly campaign: Campaign }) => (
  <Card title={t('Budget')}>
    <div className="p-5">
      <Budget campaign={campaign} />
    </div>
    <Facts>
      {limitsOf(campaign).map(([label, limit]) => (
        <Fact key={label} label={label} value={limit} />
      ))}
    </Facts>
  </Card>
);

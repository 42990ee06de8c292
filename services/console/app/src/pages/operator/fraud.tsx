import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { fraudDriftsQuery, fraudWeightsQuery } from '../../api/operator-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { date, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';

type Weights = Schemas['FraudWeights'];
type Drift = Schemas['FraudDrift'];

/** The factors of a drift that are shown. */
const MOST_CHANGED = 3;

export const load: Load = (queries) => [
  queries.query(fraudWeightsQuery),
  queries.query(fraudDriftsQuery),
];

/** What a version of weights would change over the orders of the last 30 days. */
const changeOf = ({ run }: Weights): string =>
  t(
    'Of {orders} orders of 30 days it would flag {after} instead of {before}: {flagged} more, {found} of them found to be fraud since, and {freed} fewer, {good} of them found good',
    {
      orders: run.orders,
      after: run.flagged_after,
      before: run.flagged_before,
      flagged: run.newly_flagged.orders,
      found: run.newly_flagged.fraud,
      freed: run.newly_freed.orders,
      good: run.newly_freed.honest,
    },
  );

function Apply({ weights }: { readonly weights: Weights }) {
  const version = String(weights.version);
  const apply = useAction({
    run: (_: undefined) => api.fraudWeights.apply(version),
    message: () => t('Orders are scored with version {version}', { version }),
    changes: ['operator', 'fraud'],
  });
  return (
    <ConfirmButton
      label={t('Apply')}
      description={t('Apply version {version}', { version })}
      question={t('Orders are scored with these weights from now on. Verdicts so far stay.')}
      isBusy={apply.isPending}
      onConfirm={(close) => apply.mutate(undefined, { onSuccess: close })}
    />
  );
}

function Versions({ all }: { readonly all: readonly Weights[] }) {
  if (all.length === 0)
    return (
      <EmptyState
        icon="shield"
        title={t('Nothing is fitted yet')}
        text={t('Weights are fitted each night once brands have reviewed 200 orders.')}
      />
    );
  return (
    <Lines>
      {all.map((one) => (
        <Line
          key={one.version}
          title={t('Version {version}, of {day}', {
            version: String(one.version),
            day: date(one.fitted_at),
          })}
          text={<span className="block whitespace-normal">{changeOf(one)}</span>}
        >
          {one.applied_at === null ? (
            <Apply weights={one} />
          ) : (
            <Badge tone="good">{t('applied {day}', { day: date(one.applied_at) })}</Badge>
          )}
        </Line>
      ))}
    </Lines>
  );
}

/** The factors that differ most from before. */
const mostChanged = ({ factors }: Drift): string =>
  factors
    .slice(0, MOST_CHANGED)
    .map(
      ({ factor, share_before: before, share_now: now }) =>
        `${factor} ${percent(before * 100)} → ${percent(now * 100)}`,
    )
    .join(', ');

function Drifts({ all }: { readonly all: readonly Drift[] }) {
  if (all.length === 0)
    return (
      <EmptyState
        icon="shield"
        title={t('Nothing is compared yet')}
        text={t('A week is compared with the four before it once each has 200 orders.')}
      />
    );
  return (
    <Lines>
      {all.map((one) => (
        <Line
          key={one.at}
          title={t('The week before {day}, {orders} orders', {
            day: date(one.at),
            orders: whole(one.orders_now),
          })}
          text={<span className="block whitespace-normal">{mostChanged(one)}</span>}
        >
          <Badge tone={one.is_drift ? 'bad' : 'good'}>
            {one.is_drift ? t('has changed') : t('as before')}
          </Badge>
        </Line>
      ))}
    </Lines>
  );
}

export function Page() {
  return (
    <Frame
      title={t('Fraud detection')}
      description={t('Weights that were learned from reviews, and whether scores change.')}
    >
      <Panel title={t('Weights')} query={useQuery(fraudWeightsQuery)}>
        {({ weights }) => <Versions all={weights} />}
      </Panel>
      <Panel title={t('Scores and factors, week by week')} query={useQuery(fraudDriftsQuery)}>
        {({ drifts }) => <Drifts all={drifts} />}
      </Panel>
    </Frame>
  );
}

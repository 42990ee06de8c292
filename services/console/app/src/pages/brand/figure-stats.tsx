import { money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { changeOf } from '../../range.ts';
import { Stat, Stats } from '../../ui/stat.tsx';
import { type Traffic, TrafficStats } from '../traffic-stats.tsx';

interface Metrics extends Traffic {
  readonly revenue: number;
  readonly commission: number;
}

interface Props {
  readonly metrics: Metrics;
  /** Of the period before; undefined where it is not loaded. */
  readonly before: Metrics | undefined;
  readonly currency: string;
  /** Below the commission. */
  readonly hint?: string;
}

/** What a campaign or an affiliate brought a brand, against the period before. */
export const FigureStats = ({ metrics, before, currency, hint }: Props) => (
  <Stats>
    <Stat
      label={t('Revenue')}
      value={money(metrics.revenue, currency)}
      change={changeOf(metrics.revenue, before?.revenue)}
    />
    <TrafficStats metrics={metrics} before={before} />
    <Stat
      label={t('Commission')}
      value={money(metrics.commission, currency)}
      change={changeOf(metrics.commission, before?.commission)}
      hint={hint}
    />
  </Stats>
);

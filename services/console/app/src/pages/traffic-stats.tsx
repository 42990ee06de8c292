import { percent, whole } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { changeOf } from '../range.ts';
import { Stat } from '../ui/stat.tsx';

export interface Traffic {
  readonly conversions: number;
  readonly clicks: number;
  /** The part of the clicks that became orders, 0 to 1. */
  readonly conversion_rate: number;
}

/** The conversions and clicks of a period, against those of the period before. */
export const TrafficStats = ({
  metrics,
  before,
}: {
  readonly metrics: Traffic;
  readonly before: Partial<Pick<Traffic, 'clicks' | 'conversions'>> | undefined;
}) => (
  <>
    <Stat
      label={t('Conversions')}
      value={whole(metrics.conversions)}
      change={changeOf(metrics.conversions, before?.conversions)}
    />
    <Stat
      label={t('Clicks')}
      value={whole(metrics.clicks)}
      change={changeOf(metrics.clicks, before?.clicks)}
      hint={t('{share} of unique clicks become orders', {
        share: percent(metrics.conversion_rate * 100),
      })}
    />
  </>
);

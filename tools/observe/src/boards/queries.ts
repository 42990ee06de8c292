import { type HistogramDefinition, type MetricDefinition } from '@tributary/metrics';

type Selector = readonly [metric: Pick<MetricDefinition, 'name'>, filter?: string];

const selected = ([{ name }, filter]: Selector, suffix = ''): string =>
  `${name}${suffix}${filter === undefined ? '' : `{${filter}}`}`;

/** Events a second, by labels. */
export const perSecond = (selector: Selector, by = ''): string =>
  `sum by (${by}) (rate(${selected(selector)}[$__rate_interval]))`;

/** The observations of a histogram a second, by labels. */
export const observedPerSecond = (selector: Selector, by = ''): string =>
  `sum by (${by}) (rate(${selected(selector, '_count')}[$__rate_interval]))`;

/** A share of observations below which so many are, seconds. */
export const quantile = (
  share: number,
  selector: readonly [metric: Pick<HistogramDefinition, 'name'>, filter?: string],
  by = '',
): string =>
  `histogram_quantile(${String(share)}, sum by (${by === '' ? 'le' : `${by}, le`}) (rate(${selected(selector, '_bucket')}[$__rate_interval])))`;

/** The largest value over replicas, by labels: each measures the same. */
export const largest = (selector: Selector, by = ''): string =>
  `max by (${by}) (${selected(selector)})`;

/** The sum over replicas, by labels. */
export const total = (selector: Selector, by = ''): string =>
  `sum by (${by}) (${selected(selector)})`;

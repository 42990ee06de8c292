import { type Clock, Counter, Gauge, type ServiceMetrics } from '@tributary/service';
import { type ClickSpool, type SpoolState } from './click-spool.ts';

/** Registers gauges that show what waits in the spool whenever the metrics are read. */
export function watchSpool(
  { registry }: ServiceMetrics,
  { spool, clock }: { readonly spool: Pick<ClickSpool, 'state'>; readonly clock: Clock },
): void {
  const gauge = (name: string, help: string, valueOf: (state: SpoolState) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(valueOf(spool.state()));
      },
    });
  };
  gauge('click_spool_bytes', 'Bytes of clicks on the local disk', ({ bytes }) => bytes);
  gauge('click_spool_files', 'Files of clicks on the local disk', ({ files }) => files);
  gauge(
    'click_spool_oldest_seconds',
    'Age of the oldest click on the local disk',
    ({ oldestMs }) => {
      const now = clock.now().getTime();
      return oldestMs === undefined ? 0 : Math.max(0, (now - oldestMs) / 1_000);
    },
  );
}

/** Registers the counter of clicks that neither Kafka nor the spool stored. @returns what adds to it */
export function countRefusedClicks({ registry }: ServiceMetrics): (count: number) => void {
  const counter = new Counter({
    name: 'clicks_refused_total',
    help: 'Clicks that neither Kafka nor the local disk stored; their visitors got 503',
    registers: [registry],
  });
  return (count) => {
    counter.inc(count);
  };
}

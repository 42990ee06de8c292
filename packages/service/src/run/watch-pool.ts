import { callMetrics, registerGauge, registerHistogram } from '@tributary/metrics';
import { type Mongo } from '@tributary/mongo';
import { SECOND_MS } from '@tributary/units';
import { type ServiceMetrics } from '../metrics.ts';

/** Shows how busy the connections to MongoDB are: a pool in full use makes commands wait. */
export function watchPool(
  { registry }: Pick<ServiceMetrics, 'registry'>,
  { connection }: Pick<Mongo, 'connection'>,
): void {
  const inUse = registerGauge(registry, callMetrics.poolInUse);
  const wait = registerHistogram(registry, callMetrics.poolWait);
  const client = connection.getClient();
  client.on('connectionCheckedOut', ({ durationMS }) => {
    inUse.inc();
    wait.observe(durationMS / SECOND_MS);
  });
  client.on('connectionCheckedIn', () => {
    inUse.dec();
  });
}

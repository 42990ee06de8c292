import { hostname } from 'node:os';
import { type RunningTracing, startTracing } from '@tributary/tracing';
import { type BaseConfig } from './config.ts';
import { type Logger } from './log.ts';
import { type ServiceMetrics } from './metrics.ts';
import { openOutageLog } from './report-error.ts';

/** Records the traces of this process, where the settings name a collector. A collector that is away costs one line a minute. */
export function startProcessTracing(
  { service, role, tracing }: Pick<BaseConfig, 'service' | 'role' | 'tracing'>,
  log: Logger,
  { tracesExported, tracesLost }: Pick<ServiceMetrics, 'tracesExported' | 'tracesLost'>,
): Promise<RunningTracing> {
  const report = openOutageLog(log, 'the collector does not take traces');
  return startTracing({
    ...tracing,
    resource: {
      'service.namespace': 'tributary',
      'service.name': service,
      'service.instance.id': `${hostname()}:${String(process.pid)}`,
      'tributary.role': role,
    },
    onExported: (spans) => {
      tracesExported.inc(spans);
    },
    onLost: (reason, spans, error) => {
      tracesLost.inc({ reason }, spans);
      report(error ?? new Error('more spans wait than the queue holds'));
    },
  });
}

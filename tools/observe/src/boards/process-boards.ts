import { callMetrics, eventMetrics } from '@tributary/metrics';
import { type Board } from './board.ts';
import { panel } from './panel.ts';
import { largest, observedPerSecond, perSecond, quantile, total } from './queries.ts';

const { httpDuration, rpcDuration } = callMetrics;

/** Of what it runs on. */
export const services: Board = {
  id: 'tributary-services',
  title: 'Tributary: services',
  panels: [
    panel('Calls', 'ops', 'By service.', [
      '{{service}}',
      observedPerSecond([httpDuration], 'service'),
    ]),
    panel('Share of calls with a fault of ours', 'percentunit', '5xx of all.', [
      '{{service}}',
      `(${observedPerSecond([httpDuration, 'status=~"5.."'], 'service')} or ${observedPerSecond([httpDuration], 'service')} * 0) / ${observedPerSecond([httpDuration], 'service')}`,
    ]),
    panel('Latency of calls', 's', 'The slowest of a hundred.', [
      '{{service}}',
      quantile(0.99, [httpDuration], 'service'),
    ]),
    panel('Calls in progress', 'short', 'By service.', [
      '{{service}}',
      total([callMetrics.httpInFlight], 'service'),
    ]),
    panel('RPCs', 'ops', 'By service and code.', [
      '{{service}} {{code}}',
      observedPerSecond([rpcDuration], 'service, code'),
    ]),
    panel('Latency of RPCs', 's', 'The slowest of a hundred.', [
      '{{service}}',
      quantile(0.99, [rpcDuration], 'service'),
    ]),
    panel('CPU', 'percentunit', 'Share of one core, by service and role.', [
      '{{service}} {{role}}',
      perSecond([{ name: 'process_cpu_seconds_total' }], 'service, role'),
    ]),
    panel('Memory', 'bytes', 'By service and role.', [
      '{{service}} {{role}}',
      total([{ name: 'process_resident_memory_bytes' }], 'service, role'),
    ]),
    panel('Delay of the event loop', 's', 'Above 0.5 s is an alert.', [
      '{{service}} {{role}}',
      largest([{ name: 'nodejs_eventloop_lag_p99_seconds' }], 'service, role'),
    ]),
    panel(
      'Errors',
      'ops',
      'Bugs, failures of an outage, and refused inner calls.',
      ['bug {{service}}', perSecond([callMetrics.unexpectedErrors], 'service')],
      ['outage {{service}}', perSecond([callMetrics.outageErrors], 'service')],
      ['refused {{service}}', perSecond([callMetrics.refusedServiceCalls], 'service')],
    ),
    panel(
      'Spans of traces',
      'ops',
      'Accepted by the collector, and lost.',
      ['{{service}}', perSecond([callMetrics.tracesExported], 'service')],
      ['lost {{service}} {{reason}}', perSecond([callMetrics.tracesLost], 'service, reason')],
    ),
  ],
};

export const engines: Board = {
  id: 'tributary-engines',
  title: 'Tributary: engines',
  panels: [
    panel(
      'Parts that are away',
      'short',
      '1 while a process goes on without Kafka, Redis or its spool.',
      ['{{service}} {{part}}', largest([callMetrics.degraded], 'service, part')],
    ),
    panel('Connections to MongoDB in use', 'short', 'A process has 20 at most.', [
      '{{service}}',
      largest([callMetrics.poolInUse], 'service'),
    ]),
    panel('Wait for a connection to MongoDB', 's', 'Above 0.1 s is an alert.', [
      '{{service}}',
      quantile(0.99, [callMetrics.poolWait], 'service'),
    ]),
    panel('Commands to MongoDB', 'ops', 'By service.', [
      '{{service}}',
      observedPerSecond([callMetrics.poolWait], 'service'),
    ]),
    panel('Events through Kafka', 'ops', 'Published and handled.', [
      'published',
      perSecond([eventMetrics.published]),
    ]),
  ],
};

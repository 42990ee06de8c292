import type kafkajs from 'kafkajs';
import type { Log } from '@tributary/mongo';

/**
 * Sends kafkajs' log lines to ours, for those who look closely: it calls every try of a passing outage
 * an error, while the loops of this package know whether anything came of it, and warn themselves.
 */
export function logBridge(log: Log) {
  return () =>
    ({ namespace, level, log: entry }: kafkajs.LogEntry): void => {
      const { message, timestamp: _timestamp, logger: _logger, ...facts } = entry;
      log.debug({ ...facts, kafkajsLevel: level }, `kafkajs ${namespace}: ${message}`);
    };
}

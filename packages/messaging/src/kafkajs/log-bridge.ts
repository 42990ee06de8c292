import type kafkajs from 'kafkajs';
import type { Log } from '@tributary/mongo';

/**
 * Writes kafkajs' log lines at level debug: kafkajs logs every attempt during an outage as an
 * error, while the loops of this package know the outcome and warn themselves.
 */
export function logBridge(log: Log) {
  return () =>
    ({ namespace, level, log: entry }: kafkajs.LogEntry): void => {
      const { message, timestamp: _timestamp, logger: _logger, ...facts } = entry;
      log.debug({ ...facts, kafkajsLevel: level }, `kafkajs ${namespace}: ${message}`);
    };
}

import { type ServiceProcess, serviceProcesses } from '@tributary/engines';
import { stringify } from 'yaml';

/** Where the metrics of a process are read. */
type AddressOf = (process: ServiceProcess) => string;

/** The configuration of a Prometheus that reads all processes of a system. */
export const scrapeConfig = (
  addressOf: AddressOf,
  options: { readonly everySeconds: number; readonly ruleFiles: readonly string[] },
): string =>
  stringify({
    global: {
      scrape_interval: `${String(options.everySeconds)}s`,
      evaluation_interval: `${String(options.everySeconds)}s`,
    },
    rule_files: options.ruleFiles,
    scrape_configs: [
      { job_name: 'tributary', static_configs: [{ targets: serviceProcesses.map(addressOf) }] },
    ],
  });

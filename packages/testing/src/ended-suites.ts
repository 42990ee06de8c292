import { deleteNamespaces } from '@tributary/messaging/testing/namespaces';
import { dropDatabases } from './drop-databases.ts';

interface Engines {
  readonly MONGO_URL: string;
  readonly KAFKA_BROKERS: string;
}

/** The suite that this process runs, by the path of its file. */
let current: { readonly suite: string; readonly namespaces: string[] } = {
  suite: '',
  namespaces: [],
};

/**
 * Notes a namespace of the suite that runs, and deletes the databases and topics of the one before it: MongoDB copies
 * the list of all collections at each new one, and each service that starts lists all topics.
 */
export function noteNamespace(namespace: string, { MONGO_URL, KAFKA_BROKERS }: Engines): void {
  const suite = expect.getState().testPath ?? '';
  if (suite === current.suite) {
    current.namespaces.push(namespace);
    return;
  }
  const { namespaces } = current;
  current = { suite, namespaces: [namespace] };
  if (namespaces.length === 0) return;
  // What is left behind by a failure slows the next suites down, and fails none.
  const passing = (): undefined => undefined;
  dropDatabases(MONGO_URL, namespaces).catch(passing);
  deleteNamespaces(KAFKA_BROKERS.split(','), namespaces).catch(passing);
}

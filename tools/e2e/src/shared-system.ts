import { type TestSystem, violationsOf } from './system.ts';

/** What a story needs of a running system that others use as well. */
export type SharedSystem = Pick<
  TestSystem,
  'baseUrl' | 'sandboxUrl' | 'namespace' | 'logs' | 'violations'
> & {
  /** Of the collector that gets its traces. */
  readonly collector: string;
};

/** Holds what `share` has shared, for the processes that start afterwards. */
const VARIABLE = 'SHARED_SYSTEM';

type Facts = Omit<SharedSystem, 'violations'>;

/** Lets the test files that run afterwards use a system. */
export function share({ baseUrl, sandboxUrl, namespace, logs, collector }: Facts): void {
  const facts: Facts = { baseUrl, sandboxUrl, namespace, logs, collector };
  process.env[VARIABLE] = JSON.stringify(facts);
}

/** The system that all stories of a test run share; none of them changes its settings or ends its processes. */
export function sharedSystem(): SharedSystem {
  const facts = JSON.parse(process.env[VARIABLE] ?? 'null') as Facts | null;
  if (facts === null) throw new Error('No system is shared: run by npm test');
  const { namespace, sandboxUrl } = facts;
  const mongoUrl = process.env['MONGO_URL'] ?? '';
  return {
    ...facts,
    violations: (settleWithinMs) =>
      violationsOf({ mongoUrl, namespace, sandboxUrl }, settleWithinMs),
  };
}

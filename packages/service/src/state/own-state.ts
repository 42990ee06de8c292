import { unavailable } from '@tributary/errors';
import { groupTopicsOf, type GroupTopics, readEventState } from '@tributary/messaging';
import { SECOND_MS } from '@tributary/units';
import { withTimeout } from '@tributary/work';
import { type App } from '../run/app.ts';
import { type Platform } from '../run/platform.ts';
import { type ServiceState, setAsideView } from './service-state.ts';

/** Less than the collector waits, so that what the database knows is shown while Kafka is away. */
const LAG_TIMEOUT_MS = 2 * SECOND_MS;

/** The checks of a started process. */
export interface OwnChecks {
  readonly notReady: () => Promise<readonly string[]>;
  readonly degraded: () => readonly string[];
  readonly app: Pick<App, 'consumers' | 'findStuckPayouts'>;
}

/** The state of this service. */
export interface OwnState {
  /** @throws unavailable while the process starts */
  readonly read: () => Promise<ServiceState>;
  /** Called once, when the checks exist. */
  readonly begin: (checks: OwnChecks) => void;
}

type Parts = Pick<Platform, 'mongo' | 'bus'>;

async function lagOf({ bus }: Parts, reading: GroupTopics) {
  const lag: Promise<number | null> = bus.lagSeconds(reading);
  const answered = withTimeout(LAG_TIMEOUT_MS, lag, () => null);
  return { group: reading.group, lag_seconds: await answered.catch(() => null) };
}

async function readState(
  service: string,
  parts: Parts,
  { notReady, degraded, app }: OwnChecks,
): Promise<ServiceState> {
  const groups = groupTopicsOf(service, app.consumers ?? []);
  const [missing, events, consumers, stuck] = await Promise.all([
    notReady(),
    readEventState(parts.mongo),
    Promise.all(groups.map((reading) => lagOf(parts, reading))),
    app.findStuckPayouts?.(),
  ]);
  const { outbox, parked, deadLetters } = events;
  return {
    not_ready: [...missing],
    degraded: [...degraded()],
    outbox: {
      pending: outbox.pending,
      oldest_seconds: Math.round(outbox.oldestSeconds),
      dead: outbox.dead,
    },
    parked: { count: parked.count, newest: parked.newest.map(setAsideView) },
    dead_letters: { count: deadLetters.count, newest: deadLetters.newest.map(setAsideView) },
    consumers,
    ...(stuck === undefined ? {} : { stuck_payouts: [...stuck] }),
  };
}

/** Opens what is known once the process has started. */
export function openOwnState(service: string, parts: Parts): OwnState {
  let checks: OwnChecks | undefined;
  return {
    read: async () => {
      if (checks === undefined) throw unavailable('starting', { retryAfterSeconds: 1 });
      return readState(service, parts, checks);
    },
    begin: (begun) => {
      checks = begun;
    },
  };
}

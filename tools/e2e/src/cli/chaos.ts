/**
 * Causes a fault under load and compares the answers with the stored data.
 * `npm run tool -- chaos --fault kill [--service tracking|webhook|any] [--kills 20] [--redirects 20000] [--orders 5000]`: kills a
 * service (SIGKILL) repeatedly under load in a separate system, and compares the answers with the stored data
 * or with the deliveries to a receiver. `any` kills processes of all services at random, under approvals as well, and
 * compares reports and ledger too. `--fault frozen` stops MongoDB's process three times for ten seconds while calls go to every
 * service. `--fault storm [--redirects 20000]` spools clicks while Kafka is stopped, and measures what people wait for while they are
 * stored afterwards. Exit code 1 if anything is missing or duplicated, or a goal is missed.
 */
import { parseArgs } from 'node:util';
import { type Engines } from '@tributary/engines';
import { freezeDatabase } from '../chaos/frozen-database.ts';
import { killAny } from '../chaos/kill-any.ts';
import { killTracking } from '../chaos/kill-tracking.ts';
import { killWebhook } from '../chaos/kill-webhook.ts';
import { recoveryStorm } from '../chaos/recovery-storm.ts';
import { type TestSystem } from '../system.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: 'kill' },
    service: { type: 'string', default: 'tracking' },
    kills: { type: 'string', default: '20' },
    redirects: { type: 'string', default: '20000' },
    orders: { type: 'string', default: '5000' },
  },
});
const kills = Number(values.kills);
const orders = Number(values.orders);

// Short leases, because a killed worker's deliveries wait until its lease expires.
const env = { RATE_LIMIT_API_PER_MINUTE: '0', WEBHOOK_LEASE_SECONDS: '3' };

interface Load {
  readonly kills: number;
  readonly redirects: number;
  readonly orders: number;
}

function run(system: TestSystem, engines: Engines, load: Load): Promise<boolean> {
  const { mongoUrl } = engines;
  if (values.fault === 'frozen') return freezeDatabase(system, engines);
  if (values.fault === 'storm') return recoveryStorm(system, engines, load.redirects);
  if (values.service === 'webhook') return killWebhook(system, load);
  if (values.service === 'any') return killAny(system, mongoUrl, load);
  return killTracking(system, mongoUrl, load);
}

await withOwnSystem(env, async (system, engines) => {
  const load = { kills, orders, redirects: Number(values.redirects) };
  const isWhole = await run(system, engines, load);
  process.exitCode = isWhole ? 0 : 1;
});

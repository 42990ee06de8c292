/**
 * Kills a service repeatedly under load and compares the answers with the stored data.
 * `npm run tool -- chaos [--service tracking|webhook|any] [--kills 20] [--redirects 20000] [--orders 5000]`: kills a
 * service (SIGKILL) repeatedly under load in a separate system, and compares the answers with the stored data
 * or with the deliveries to a receiver. `any` kills processes of all services at random, under approvals as well, and
 * compares reports and ledger too. Exit code 1 if anything is missing or duplicated.
 */
import { parseArgs } from 'node:util';
import { killAny } from '../chaos/kill-any.ts';
import { killTracking } from '../chaos/kill-tracking.ts';
import { killWebhook } from '../chaos/kill-webhook.ts';
import { type TestSystem } from '../system.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';

const { values } = parseArgs({
  options: {
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

function run(system: TestSystem, mongoUrl: string, load: Load): Promise<boolean> {
  if (values.service === 'webhook') return killWebhook(system, load);
  if (values.service === 'any') return killAny(system, mongoUrl, load);
  return killTracking(system, mongoUrl, load);
}

await withOwnSystem(env, async (system, { mongoUrl }) => {
  const load = { kills, orders, redirects: Number(values.redirects) };
  const isWhole = await run(system, mongoUrl, load);
  process.exitCode = isWhole ? 0 : 1;
});

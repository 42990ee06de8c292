/**
 * Kills a service repeatedly under load and compares the answers with the stored data.
 * `npm run tool -- chaos [--service tracking|webhook] [--kills 20] [--redirects 20000] [--orders 5000]`: kills a
 * service (SIGKILL) repeatedly under load in a separate system, and compares the answers with the stored data
 * or with the deliveries to a receiver. Exit code 1 if anything is missing or duplicated.
 */
import { parseArgs } from 'node:util';
import { killTracking } from '../chaos/kill-tracking.ts';
import { killWebhook } from '../chaos/kill-webhook.ts';
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
await withOwnSystem(env, async (system, { mongoUrl }) => {
  const isWhole =
    values.service === 'webhook'
      ? await killWebhook(system, { kills, orders })
      : await killTracking(system, mongoUrl, {
          kills,
          orders,
          redirects: Number(values.redirects),
        });
  process.exitCode = isWhole ? 0 : 1;
});

/**
 * Kills a service again and again under load and compares answers with what is stored.
 * `npm run tool -- chaos [--service tracking|webhook] [--kills 20] [--redirects 20000] [--orders 5000]`: kills a
 * service (SIGKILL) again and again under load, in a system of its own, and compares what callers were
 * answered with what is stored, or with what a receiver was sent. Exit code 1 where anything is missing
 * or doubled.
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

// A killed worker's deliveries are free when its lease has run out; short, because it is killed so often.
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

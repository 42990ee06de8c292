import { InvalidRequestError, type Schemas, type Tributary } from '@tributary/sdk';
import { readUntil } from './read-until.ts';

const EVENTS = ['conversion.approved', 'commission.created', 'application.approved'] as const;

/**
 * Registers the shop's webhook endpoint once. Returns false if this system refuses the receiver's address,
 * as a production system refuses private addresses.
 */
export async function registerWebhook(shop: Tributary, receiver: string): Promise<boolean> {
  const { data } = await shop.webhookEndpoints.list();
  if (data.endpoints.some(({ url }) => url === receiver)) return true;
  const endpoint = { url: receiver, events: [...EVENTS], description: 'The demo’s shop' };
  try {
    await shop.webhookEndpoints.create(endpoint);
    return true;
  } catch (error) {
    if (error instanceof InvalidRequestError) return false;
    throw error;
  }
}

/** An approval publishes two events: the approved conversion and the created commission. */
const EVENTS_PER_APPROVAL = 2;
const ARRIVE_WITHIN_MS = 120_000;

/** Waits for the deliveries of all approvals, up to a time limit, and returns the counts. */
export const deliveryCounts = (
  { webhookEndpoints }: Tributary,
  approvals: number,
): Promise<Schemas['WebhookAnalytics']> =>
  readUntil(
    async () => (await webhookEndpoints.getAnalytics()).data,
    ({ successful_deliveries: arrived }) => arrived >= approvals * EVENTS_PER_APPROVAL,
    ARRIVE_WITHIN_MS,
  );

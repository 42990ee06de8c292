import { setTimeout as pause } from 'node:timers/promises';
import { type Account } from './accounts.ts';
import { type Api } from './api.ts';

const EVENTS = ['conversion.approved', 'commission.created', 'application.approved'];

/**
 * Registers the shop's webhook endpoint once. Returns false if this system refuses the receiver's address,
 * as a production system refuses private addresses.
 */
export async function registerWebhook(
  api: Api,
  brand: Account,
  receiver: string,
): Promise<boolean> {
  const path = '/api/webhooks/endpoints';
  const { token } = brand;
  const { data } = await api.get<{ data: { endpoints: { url: string }[] } }>(path, { token });
  if (data.endpoints.some(({ url }) => url === receiver)) return true;
  const body = { url: receiver, events: EVENTS, description: 'The demo’s shop' };
  const { status } = await api.call(path, { method: 'POST', token, body });
  return status === 200;
}

export interface DeliveryCounts {
  readonly total_events_sent: number;
  readonly successful_deliveries: number;
  readonly failed_deliveries: number;
}

/** An approval publishes two events: the approved conversion and the created commission. */
const EVENTS_PER_APPROVAL = 2;
const ARRIVE_WITHIN_MS = 120_000;

/** Waits for the deliveries of all approvals, up to a time limit, and returns the counts. */
export async function deliveryCounts(
  api: Api,
  brand: Account,
  approvals: number,
): Promise<DeliveryCounts> {
  const { token } = brand;
  const until = performance.now() + ARRIVE_WITHIN_MS;
  for (;;) {
    const { data } = await api.get<{ data: DeliveryCounts }>('/api/webhooks/analytics', { token });
    const isComplete = data.successful_deliveries >= approvals * EVENTS_PER_APPROVAL;
    if (isComplete || performance.now() > until) return data;
    await pause(1_000);
  }
}

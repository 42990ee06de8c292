import { type Account } from './accounts.ts';
import { type Api } from './api.ts';

const EVENTS = ['conversion.approved', 'commission.created', 'application.approved'];

/**
 * Registers the shop's webhook endpoint, once. False where this system does not deliver to the
 * receiver (a production system refuses private addresses).
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

/** What became of the shop's deliveries. */
export async function deliveryCounts(api: Api, brand: Account): Promise<DeliveryCounts> {
  const { token } = brand;
  const { data } = await api.get<{ data: DeliveryCounts }>('/api/webhooks/analytics', { token });
  return data;
}

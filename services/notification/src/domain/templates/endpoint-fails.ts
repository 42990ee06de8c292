import { type Content } from '../notice.ts';

export const endpointFails = (endpoint: { host: string; switchesOffAt: string }): Content => ({
  title: `Your webhook endpoint at ${endpoint.host} fails`,
  message:
    `Nothing that we sent to your webhook endpoint at ${endpoint.host} was accepted for a while. ` +
    `If that goes on, it is switched off at ${endpoint.switchesOffAt}. What failed is kept and can be recovered.`,
});

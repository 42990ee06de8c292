import { type Content } from '../../notice.ts';

export const endpointFailing = (endpoint: { host: string; switchesOffAt: string }): Content => ({
  title: `Your webhook endpoint at ${endpoint.host} fails`,
  message:
    `Nothing that we sent to your webhook endpoint at ${endpoint.host} was accepted for a while. ` +
    `If that goes on, it is switched off at ${endpoint.switchesOffAt}. What failed is kept and can be recovered.`,
});

export const endpointSwitchedOff = (host: string, reason: 'gone' | 'failing'): Content => ({
  title: `Your webhook endpoint at ${host} is switched off`,
  message:
    (reason === 'gone'
      ? `Your webhook endpoint at ${host} answered that it is gone (410)`
      : `Your webhook endpoint at ${host} has done nothing but fail for five days`) +
    ', so we switched it off. Switch it on again and recover what failed meanwhile.',
});

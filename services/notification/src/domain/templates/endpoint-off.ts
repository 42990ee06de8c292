import { type Content } from '../notice.ts';

export const endpointOff = (host: string, reason: 'gone' | 'failing'): Content => ({
  title: `Your webhook endpoint at ${host} is switched off`,
  message:
    (reason === 'gone'
      ? `Your webhook endpoint at ${host} answered that it is gone (410)`
      : `Your webhook endpoint at ${host} has done nothing but fail for five days`) +
    ', so we switched it off. Switch it on again and recover what failed meanwhile.',
});

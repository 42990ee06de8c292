import { type Content } from '../notice.ts';

export const affiliateLooksSuspicious = (conversions: number): Content => ({
  title: 'An affiliate’s conversions look suspicious',
  message: `The last ${conversions} conversions of one of your affiliates score high for fraud. Look at them before you approve more.`,
});

import { type Content } from '../notice.ts';

const names = { email: 'e-mail address', password: 'password' } as const;

export const credentialsChanged = (changed: readonly (keyof typeof names)[]): Content => {
  const what = changed.map((one) => names[one]).join(' and ');
  const verb = changed.length > 1 ? 'were' : 'was';
  return {
    title: `Your ${what} ${verb} changed`,
    message: `The ${what} of your account ${verb} changed just now. If that was not you, contact us at once.`,
  };
};

export const accountSuspended = (): Content => ({
  title: 'Your account is suspended',
  message: 'An administrator suspended your account. Contact us if you think this is a mistake.',
});

export const affiliateLooksSuspicious = (conversions: number): Content => ({
  title: 'An affiliate’s conversions look suspicious',
  message: `The last ${conversions} conversions of one of your affiliates score high for fraud. Look at them before you approve more.`,
});

export const reviewsAreOverdue = (count: number): Content => ({
  title:
    count === 1
      ? 'A flagged conversion waits for you'
      : `${count} flagged conversions wait for you`,
  message:
    'They were flagged more than 14 days ago and nobody has decided them. Nothing is paid on them until you do.',
});

export const payoutWaits = (payout: {
  amount: string;
  reference: string;
  reasons: readonly string[];
}): Content => ({
  title: `Your payout of ${payout.amount} waits for a check`,
  message: `Payout ${payout.reference} waits until we have looked at it. ${payout.reasons.join(' ')} If you did not ask for it, contact us at once.`,
});

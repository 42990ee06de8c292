import { type Content } from '../../notice.ts';

export const accountSuspended = (): Content => ({
  title: 'Your account is suspended',
  message: 'An administrator suspended your account. Contact us if you think this is a mistake.',
});

const names = { email: 'e-mail address', password: 'password' } as const;

export const credentialsChanged = (changed: readonly (keyof typeof names)[]): Content => {
  const what = changed.map((one) => names[one]).join(' and ');
  const verb = changed.length > 1 ? 'were' : 'was';
  return {
    title: `Your ${what} ${verb} changed`,
    message: `The ${what} of your account ${verb} changed just now. If that was not you, contact us at once.`,
  };
};

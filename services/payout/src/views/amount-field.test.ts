import { isAppError } from '@tributary/errors';
import { requireExactDecimals } from './amount-field.ts';

const outcome = (rawBody: string): string => {
  try {
    requireExactDecimals(rawBody, 'amount', 'USD');
    return 'fine';
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
};

it.each(['{"amount":60}', '{"amount":60.10}', '{"amount":6e1}', '{}', ''])(
  'accepts the amount of %s',
  (rawBody) => {
    expect(outcome(rawBody)).toBe('fine');
  },
);

it.each(['{"amount":60.100}', '{"amount":60100e-3}', '{ "amount" : 60.000 }'])(
  'refuses the amount of %s, because it was sent with three decimals',
  (rawBody) => {
    expect(outcome(rawBody)).toContain('amount: ');
  },
);

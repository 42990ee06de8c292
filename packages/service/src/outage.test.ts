import { conflict, unavailable } from '@tributary/errors';
import { isOutage } from './outage.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['an unavailable dependency', unavailable('away')],
  ['a refused connection', withCode('ECONNREFUSED')],
  ['Redis away', new Error('Connection is closed.')],
  ['a cause that is an outage', new Error('outer', { cause: withCode('ECONNRESET') })],
])('is %s', (_title, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a mistake in the program', new TypeError('x is not a function')],
  ['a refusal', conflict('already_done')],
  ['no error', 'text'],
])('is not %s', (_title, error) => {
  expect(isOutage(error)).toBe(false);
});

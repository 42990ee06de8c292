import { mayRetry } from './upstream-failure.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  ['POST', 'ECONNREFUSED', true],
  ['POST', 'UND_ERR_CONNECT_TIMEOUT', true],
  ['GET', 'ECONNREFUSED', true],
  ['POST', 'ETIMEDOUT', false],
  ['PUT', 'ETIMEDOUT', true],
  ['POST', 'ECONNRESET', false],
  ['PUT', 'UND_ERR_SOCKET', false],
  ['GET', 'UND_ERR_SOCKET', true],
  ['GET', 'UND_ERR_HEADERS_TIMEOUT', false],
])('repeats %s after %s: %s', (method, code, isRepeated) => {
  expect(mayRetry(method, failure(code))).toBe(isRepeated);
});

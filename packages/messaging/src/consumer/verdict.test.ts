import {
  conflict,
  forbidden,
  invalid,
  notFound,
  rateLimited,
  unauthenticated,
  unavailable,
} from '@tributary/errors';
import { attemptLimit, describe as describeError, verdictOn } from './verdict.ts';

describe('verdictOn', () => {
  it.each([
    ['invalid', invalid('x'), 'dead_letter'],
    ['conflict', conflict('x'), 'dead_letter'],
    ['forbidden', forbidden('x'), 'dead_letter'],
    ['unauthenticated', unauthenticated('x'), 'dead_letter'],
    ['not_found, as events can overtake each other', notFound('x'), 'retry'],
    ['unavailable', unavailable('x'), 'wait'],
    ['rate_limited', rateLimited('x'), 'wait'],
    ['a TypeError', new TypeError('x'), 'retry'],
    [
      'a header that cannot be sent',
      Object.assign(new TypeError('x'), { code: 'ERR_INVALID_CHAR' }),
      'dead_letter',
    ],
    ['something that is no error', 'x', 'retry'],
    ['nothing', undefined, 'retry'],
  ])('%s', (_name, error, verdict) => {
    expect(verdictOn(error)).toBe(verdict);
  });

  it('gives up early on an error that indicates a programming mistake', () => {
    expect(attemptLimit(new TypeError('x'), 12)).toBe(5);
    expect(attemptLimit(new TypeError('x'), 3)).toBe(3);
    expect(attemptLimit(notFound('x'), 12)).toBe(12);
  });

  it('describes anything that was thrown', () => {
    expect(describeError(notFound('note_gone'))).toMatchObject({ message: 'note_gone: note gone' });
    expect(describeError('plain')).toEqual({ message: 'plain', stack: '' });
  });
});

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
    ['invalid', invalid('x'), 'bury'],
    ['conflict', conflict('x'), 'bury'],
    ['forbidden', forbidden('x'), 'bury'],
    ['unauthenticated', unauthenticated('x'), 'bury'],
    ['not_found, as events can overtake each other', notFound('x'), 'retry'],
    ['unavailable', unavailable('x'), 'wait'],
    ['rate_limited', rateLimited('x'), 'wait'],
    ['a TypeError', new TypeError('x'), 'retry'],
    ['something that is no error', 'x', 'retry'],
    ['nothing', undefined, 'retry'],
  ])('%s', (_name, error, verdict) => {
    expect(verdictOn(error)).toBe(verdict);
  });

  it('gives up early on what looks like a mistake in the program', () => {
    expect(attemptLimit(new TypeError('x'), 12)).toBe(5);
    expect(attemptLimit(new TypeError('x'), 3)).toBe(3);
    expect(attemptLimit(notFound('x'), 12)).toBe(12);
  });

  it('finds words for whatever was thrown', () => {
    expect(describeError(notFound('note_gone'))).toMatchObject({ message: 'note_gone: note gone' });
    expect(describeError('plain')).toEqual({ message: 'plain', stack: '' });
  });
});

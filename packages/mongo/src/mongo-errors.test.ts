import { isDatabaseUnavailable, mapMongoError } from './mongo-errors.ts';

const withCode = (message: string, code: string, options?: ErrorOptions): Error =>
  Object.assign(new Error(message, options), { code });

describe('an error that may come from MongoDB', () => {
  it('means that MongoDB is unavailable where the driver wrote to a closed socket', () => {
    const error = withCode('This socket has been ended by the other party', 'EPIPE');
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(mapMongoError(error)).toMatchObject({ kind: 'unavailable', cause: error });
  });

  it('stays what it is where another client could not connect', () => {
    const refused = withCode('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED');
    const error = new TypeError('fetch failed', { cause: refused });
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(mapMongoError(error)).toBe(error);
  });
});

import { unauthenticated } from '@tributary/errors';
import { openSessionTokens } from './session-tokens.ts';

const COOKIE = `trs_${'a'.repeat(86)}`;

describe('session tokens', () => {
  it('hand a successor to one of the requests that share an exchange', async () => {
    let exchanges = 0;
    const tokens = openSessionTokens(() => {
      exchanges += 1;
      return Promise.resolve({ accessToken: 'token', successor: 'next' });
    });
    const requests = Array.from({ length: 5 }, async () => {
      const token = await tokens.tokenFor(COOKIE);
      return { token, successor: tokens.takeSuccessor(COOKIE) };
    });
    const all = await Promise.all(requests);
    expect(exchanges).toBe(1);
    expect(all.map(({ token }) => token)).toEqual(Array.from({ length: 5 }, () => 'token'));
    expect(all.map(({ successor }) => successor).filter((one) => one !== undefined)).toEqual([
      'next',
    ]);
  });

  it('end within three seconds of their session', async () => {
    let nowMs = 0;
    let isEnded = false;
    const tokens = openSessionTokens(
      () =>
        isEnded
          ? Promise.reject(unauthenticated('invalid_session'))
          : Promise.resolve({ accessToken: 'token', successor: undefined }),
      () => nowMs,
    );
    await tokens.tokenFor(COOKIE);
    isEnded = true;
    nowMs = 2_999;
    await expect(tokens.tokenFor(COOKIE)).resolves.toBe('token');
    nowMs = 3_000;
    await expect(tokens.tokenFor(COOKIE)).rejects.toMatchObject({ code: 'invalid_session' });
  });
});

import { unauthenticated, unavailable } from '@tributary/errors';
import { openApiKeyTokens } from './api-key-tokens.ts';

const KEY = { apiKey: 'trk_one', clientIp: '203.0.113.1' };

function setUp(responses: (() => Promise<string>)[]) {
  let nowMs = 0;
  let requests = 0;
  const tokens = openApiKeyTokens(
    () => {
      const respond = responses[Math.min(requests, responses.length - 1)];
      requests += 1;
      return respond?.() ?? Promise.reject(new Error('no response'));
    },
    () => nowMs,
  );
  return {
    tokens,
    requests: () => requests,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

const grant = (token: string) => () => Promise.resolve(token);
const refuse = () => Promise.reject(unauthenticated('invalid_token'));
const fail = () => Promise.reject(unavailable('upstream_unavailable'));

describe('API key tokens', () => {
  it('are requested once for concurrent requests, and cached for three seconds', async () => {
    const { tokens, requests, advance } = setUp([grant('first'), grant('second')]);
    const all = await Promise.all([tokens.tokenFor(KEY), tokens.tokenFor(KEY)]);
    expect(all).toEqual(['first', 'first']);
    advance(2_999);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('first');
    expect(requests()).toBe(1);
    advance(1);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('second');
  });

  it('end within three seconds of the deletion of their key', async () => {
    const { tokens, advance } = setUp([grant('first'), refuse]);
    await tokens.tokenFor(KEY);
    advance(3_000);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('stay valid for one minute while identity is unavailable', async () => {
    const { tokens, advance } = setUp([grant('first'), fail]);
    await tokens.tokenFor(KEY);
    advance(59_000);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('first');
    advance(1_000);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('are not requested again at once for a refused key', async () => {
    const { tokens, requests } = setUp([refuse]);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
    expect(requests()).toBe(1);
  });

  it('are requested for each address, because a key may be limited to some', async () => {
    const { tokens, requests } = setUp([grant('here'), refuse]);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('here');
    const elsewhere = { ...KEY, clientIp: '203.0.113.2' };
    await expect(tokens.tokenFor(elsewhere)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(tokens.tokenFor(KEY)).resolves.toBe('here');
    expect(requests()).toBe(2);
  });

  it('are requested again after they were dropped', async () => {
    const { tokens } = setUp([grant('first'), grant('second')]);
    await tokens.tokenFor(KEY);
    tokens.forget(KEY);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('second');
  });
});

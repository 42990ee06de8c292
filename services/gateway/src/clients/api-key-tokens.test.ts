import { unauthenticated, unavailable } from '@tributary/errors';
import { openApiKeyTokens } from './api-key-tokens.ts';

const KEY = 'trk_one';

function setUp(answers: (() => Promise<string>)[]) {
  let nowMs = 0;
  let asked = 0;
  const tokens = openApiKeyTokens(
    () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return answer?.() ?? Promise.reject(new Error('no answer'));
    },
    () => nowMs,
  );
  return {
    tokens,
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const say = (token: string) => () => Promise.resolve(token);
const refuse = () => Promise.reject(unauthenticated('invalid_token'));
const away = () => Promise.reject(unavailable('upstream_unavailable'));

describe('API key tokens', () => {
  it('are asked for once by calls at one time, and kept for three seconds', async () => {
    const { tokens, asked, pass } = setUp([say('first'), say('second')]);
    const all = await Promise.all([tokens.tokenFor(KEY), tokens.tokenFor(KEY)]);
    expect(all).toEqual(['first', 'first']);
    pass(2_999);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('first');
    expect(asked()).toBe(1);
    pass(1);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('second');
  });

  it('stop within three seconds of the key’s end', async () => {
    const { tokens, pass } = setUp([say('first'), refuse]);
    await tokens.tokenFor(KEY);
    pass(3_000);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('go on for a minute while identity is away, not longer', async () => {
    const { tokens, pass } = setUp([say('first'), away]);
    await tokens.tokenFor(KEY);
    pass(59_000);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('first');
    pass(1_000);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('are not asked for again and again where a key is refused', async () => {
    const { tokens, asked } = setUp([refuse]);
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(tokens.tokenFor(KEY)).rejects.toMatchObject({ code: 'invalid_token' });
    expect(asked()).toBe(1);
  });

  it('are asked for anew after they were forgotten', async () => {
    const { tokens } = setUp([say('first'), say('second')]);
    await tokens.tokenFor(KEY);
    tokens.forget(KEY);
    await expect(tokens.tokenFor(KEY)).resolves.toBe('second');
  });
});

import { pushPayload } from './push-message.ts';

const message = {
  ...{ id: 'i', type: 'test' as const, title: 'Title', message: 'Text' },
  ...{ url: 'https://app.example/x', label: 'See' },
};

describe('a push message', () => {
  it('contains the notification', () => {
    expect(JSON.parse(pushPayload(message))).toEqual(message);
  });

  it('fits the limit for any text', () => {
    for (const character of ['x', 'ä', '中', '🎉', '"', '\u0000']) {
      const long = {
        ...message,
        title: character.repeat(200),
        message: character.repeat(5_000),
        url: `https://app.example/${'u'.repeat(2_000)}`,
      };
      expect(Buffer.byteLength(pushPayload(long))).toBeLessThanOrEqual(3_800);
    }
  });
});

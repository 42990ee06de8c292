import { createECDH, randomBytes } from 'node:crypto';
import { keysIssue, pushPayload } from './push-message.ts';

const message = { id: 'i', type: 'test' as const, title: 'Title', message: 'Text', url: '/x' };

describe('a push message', () => {
  it('is what the notification says', () => {
    expect(JSON.parse(pushPayload(message))).toEqual(message);
  });

  it('fits, however long and strange the notification is', () => {
    for (const character of ['x', 'ä', '中', '🎉', '"', '\u0000']) {
      const long = {
        ...message,
        title: character.repeat(200),
        message: character.repeat(5_000),
        url: `/${'u'.repeat(2_000)}`,
      };
      expect(Buffer.byteLength(pushPayload(long))).toBeLessThanOrEqual(3_800);
    }
  });
});

describe('keysIssue', () => {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');

  it('accepts what browsers make, and nothing that could not be encrypted for', () => {
    expect(keysIssue({ p256dh, auth })).toBeUndefined();
    expect(keysIssue({ p256dh, auth: 'short' })).toMatch(/auth/);
    for (const wrong of ['', 'x', Buffer.alloc(65, 4).toString('base64url')]) {
      expect(keysIssue({ p256dh: wrong, auth })).toMatch(/p256dh/);
    }
  });
});

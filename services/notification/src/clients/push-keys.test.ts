import { createECDH, randomBytes } from 'node:crypto';
import { pushKeysIssue } from './push-keys.ts';

describe('pushKeysIssue', () => {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');

  it('accepts a browser’s keys, and refuses keys that cannot encrypt', () => {
    expect(pushKeysIssue({ p256dh, auth })).toBeUndefined();
    expect(pushKeysIssue({ p256dh, auth: 'short' })).toMatch(/auth/);
    for (const wrong of ['', 'x', Buffer.alloc(65, 4).toString('base64url')]) {
      expect(pushKeysIssue({ p256dh: wrong, auth })).toMatch(/p256dh/);
    }
  });
});

import { createECDH, randomBytes } from 'node:crypto';
import { keysIssue } from './push-keys.ts';

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

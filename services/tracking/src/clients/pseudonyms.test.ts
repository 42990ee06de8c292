import { hashEmail, newTrackingSecret } from './pseudonyms.ts';

describe('pseudonyms', () => {
  it('generates tracking secrets of 256 bits', () => {
    expect(newTrackingSecret()).toMatch(/^trk_[\w-]{43}$/);
  });

  it('hashes every spelling of an e-mail address alike, and differently by pepper', () => {
    expect(hashEmail(' Ann@Example.com ', 'p')).toBe(hashEmail('ann@example.com', 'p'));
    expect(hashEmail('ann@example.com', 'p')).not.toBe(hashEmail('ann@example.com', 'q'));
  });
});

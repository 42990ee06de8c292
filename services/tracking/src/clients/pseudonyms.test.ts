import { drawVisitor, hashAddress, hashEmail, newTrackingSecret } from './pseudonyms.ts';

describe('pseudonyms', () => {
  it('generates tracking secrets of 256 bits', () => {
    expect(newTrackingSecret()).toMatch(/^trk_[\w-]{43}$/);
  });

  it('hashes every spelling of an e-mail address alike, and differently by pepper', () => {
    expect(hashEmail(' Ann@Example.com ', 'p')).toBe(hashEmail('ann@example.com', 'p'));
    expect(hashEmail('ann@example.com', 'p')).not.toBe(hashEmail('ann@example.com', 'q'));
  });

  it('draw visitors evenly, the same at each visit and anew in each campaign', () => {
    const draws = Array.from({ length: 4_000 }, (_, index) => drawVisitor(`v${index}`, 'c', 'p'));
    const share = draws.filter((draw) => draw < 0.1).length / draws.length;
    expect(Math.abs(share - 0.1)).toBeLessThan(0.02);
    expect(drawVisitor('v0', 'c', 'p')).toBe(draws[0]);
    expect(drawVisitor('v0', 'other', 'p')).not.toBe(draws[0]);
    expect(drawVisitor('v0', 'c', 'other')).not.toBe(draws[0]);
  });

  it('hashes the addresses of one IPv6 line alike, and every address differently by day', () => {
    const [one, neighbour, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'];
    const day = '2026-05-01';
    expect(hashAddress(one, day, 'p')).toBe(hashAddress(neighbour, day, 'p'));
    expect(hashAddress(one, day, 'p')).not.toBe(hashAddress(other, day, 'p'));
    expect(hashAddress(one, day, 'p')).not.toBe(hashAddress(one, '2026-05-02', 'p'));
    expect(hashAddress(one, day, 'p')).not.toBe(hashAddress(one, day, 'q'));
  });
});

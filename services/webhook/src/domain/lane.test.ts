import { decideHealth, healthy, isTripped, mustSwitchOff } from './lane.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 4, 1) + hours * 3_600_000);

describe('a lane', () => {
  it('slows down after ten failures in a row, and one success ends that', () => {
    let health = healthy;
    for (let failures = 0; failures < 10; failures += 1) {
      expect(isTripped(health)).toBe(false);
      health = decideHealth(health, false, at(0));
    }
    expect(isTripped(health)).toBe(true);
    expect(decideHealth(health, true, at(1))).toEqual(healthy);
  });

  it('is switched off after five days of nothing but failures', () => {
    const failing = decideHealth(healthy, false, at(0));
    const later = decideHealth(failing, false, at(100));
    expect(mustSwitchOff(later, at(119))).toBe(false);
    expect(mustSwitchOff(later, at(120))).toBe(true);
    expect(mustSwitchOff(decideHealth(later, true, at(119)), at(130))).toBe(false);
  });
});

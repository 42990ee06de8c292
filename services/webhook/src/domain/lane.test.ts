import { decideHealth, healthy, isTripped, mustSwitchOff, troubleOf } from './lane.ts';

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

  it('is warned of after a day and after four, once each, and said to be gone at once', () => {
    const failing = decideHealth(healthy, false, at(0));
    const trouble = (hours: number, warned = 0) =>
      troubleOf(failing, { isGone: false, warned }, at(hours));
    expect(trouble(23)).toBeUndefined();
    expect(trouble(24)).toEqual({ kind: 'warning', since: at(0), level: 1 });
    expect(trouble(95, 1)).toBeUndefined();
    expect(trouble(96, 1)).toEqual({ kind: 'warning', since: at(0), level: 2 });
    expect(trouble(120, 2)).toEqual({ kind: 'failing' });
    expect(troubleOf(healthy, { isGone: true, warned: 0 }, at(0))).toEqual({ kind: 'gone' });
    expect(troubleOf(healthy, { isGone: false, warned: 0 }, at(500))).toBeUndefined();
  });

  it('is switched off after five days of nothing but failures', () => {
    const failing = decideHealth(healthy, false, at(0));
    const later = decideHealth(failing, false, at(100));
    expect(mustSwitchOff(later, at(119))).toBe(false);
    expect(mustSwitchOff(later, at(120))).toBe(true);
    expect(mustSwitchOff(decideHealth(later, true, at(119)), at(130))).toBe(false);
  });
});

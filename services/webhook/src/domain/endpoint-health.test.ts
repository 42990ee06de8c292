import { HOUR_MS } from '@tributary/units';
import {
  decideHealth,
  healthy,
  isTripped,
  switchOffTime,
  troubleOf,
  type Warning,
} from './endpoint-health.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS);

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

  const failing = decideHealth(healthy, false, at(0));
  const warned = (level: number, hours: number): Warning => ({
    since: at(0),
    level,
    at: at(hours),
  });
  const trouble = (hours: number, warning?: Warning) =>
    troubleOf(failing, { isGone: false, warning }, at(hours));

  it('is warned of after a day and after four, once each, and said to be gone at once', () => {
    expect(trouble(23)).toBeUndefined();
    expect(trouble(24)).toEqual({ kind: 'warning', ...warned(1, 24) });
    expect(trouble(95, warned(1, 24))).toBeUndefined();
    expect(trouble(96, warned(1, 24))).toEqual({ kind: 'warning', ...warned(2, 96) });
    const gone = troubleOf(healthy, { isGone: true, warning: undefined }, at(0));
    expect(gone).toEqual({ kind: 'gone', at: at(0) });
    expect(troubleOf(healthy, { isGone: false, warning: undefined }, at(500))).toBeUndefined();
  });

  it('is switched off after five days of nothing but failures', () => {
    expect(trouble(119, warned(2, 96))).toBeUndefined();
    expect(trouble(120, warned(2, 96))).toEqual({ kind: 'failing', since: at(0), at: at(120) });
  });

  it('is never switched off sooner than a day after a warning of these very failures', () => {
    expect(trouble(144)).toEqual({ kind: 'warning', ...warned(2, 144) });
    expect(switchOffTime(warned(2, 144))).toEqual(at(168));
    expect(trouble(167, warned(2, 144))).toBeUndefined();
    expect(trouble(168, warned(2, 144))).toMatchObject({ kind: 'failing' });
    const earlier = { ...warned(2, -24), since: at(-120) };
    expect(trouble(144, earlier)).toMatchObject({ kind: 'warning', level: 2 });
  });
});

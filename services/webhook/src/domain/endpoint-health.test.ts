import { HOUR_MS } from '@tributary/units';
import {
  decideHealth,
  decideHealthAction,
  HEALTHY,
  isHalfOpen,
  switchOffTime,
  type Warning,
} from './endpoint-health.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS);

describe('the health of an endpoint', () => {
  it('half-opens the circuit breaker after ten failures in a row, and one success closes it', () => {
    let health = HEALTHY;
    for (let failures = 0; failures < 10; failures += 1) {
      expect(isHalfOpen(health)).toBe(false);
      health = decideHealth(health, false, at(0));
    }
    expect(isHalfOpen(health)).toBe(true);
    expect(decideHealth(health, true, at(1))).toEqual(HEALTHY);
  });

  const failing = decideHealth(HEALTHY, false, at(0));
  const warned = (level: number, hours: number): Warning => ({
    since: at(0),
    level,
    at: at(hours),
  });
  const actionAfter = (hours: number, warning?: Warning) =>
    decideHealthAction(failing, { isGone: false, warning }, at(hours));

  it('calls for one warning after a day and one after four days of failures', () => {
    expect(actionAfter(23)).toBeUndefined();
    expect(actionAfter(24)).toEqual({ kind: 'warn', ...warned(1, 24) });
    expect(actionAfter(95, warned(1, 24))).toBeUndefined();
    expect(actionAfter(96, warned(1, 24))).toEqual({ kind: 'warn', ...warned(2, 96) });
    const well = decideHealthAction(HEALTHY, { isGone: false, warning: undefined }, at(500));
    expect(well).toBeUndefined();
  });

  it('switches an endpoint off at once whose receiver is gone', () => {
    const gone = decideHealthAction(HEALTHY, { isGone: true, warning: undefined }, at(0));
    expect(gone).toEqual({ kind: 'switch_off', reason: 'gone', at: at(0) });
  });

  it('switches an endpoint off after five days of failures', () => {
    expect(actionAfter(119, warned(2, 96))).toBeUndefined();
    expect(actionAfter(120, warned(2, 96))).toEqual({
      kind: 'switch_off',
      reason: 'failing',
      since: at(0),
      at: at(120),
    });
  });

  it('leaves the owner a day between a warning about these failures and the switch-off', () => {
    expect(actionAfter(144)).toEqual({ kind: 'warn', ...warned(2, 144) });
    expect(switchOffTime(warned(2, 144))).toEqual(at(168));
    expect(actionAfter(167, warned(2, 144))).toBeUndefined();
    expect(actionAfter(168, warned(2, 144))).toMatchObject({ reason: 'failing' });
    const earlier = { ...warned(2, -24), since: at(-120) };
    expect(actionAfter(144, earlier)).toMatchObject({ kind: 'warn', level: 2 });
  });
});

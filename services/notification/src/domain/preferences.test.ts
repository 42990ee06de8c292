import { categories, typesOf } from './notification.ts';
import {
  categoriesOff,
  categoryMatrix,
  defaultPreferences,
  preferencesIssues,
} from './preferences.ts';

const now = new Date('2026-05-01T23:00:00.000Z');

describe('preferencesIssues', () => {
  it('accepts complete quiet hours', () => {
    const quietHours = {
      quietHoursEnabled: true,
      quietHoursStart: '22:00',
      quietHoursEnd: '07:00',
    };
    expect(preferencesIssues({ ...defaultPreferences, ...quietHours })).toEqual([]);
  });

  it('names each field that contradicts another', () => {
    const contradictory = {
      ...defaultPreferences,
      quietHoursEnabled: true,
      dndEnabled: true,
      dndStart: now,
      dndEnd: now,
    };
    expect(preferencesIssues(contradictory).map(({ path }) => path)).toEqual([
      'quiet_hours_enabled',
      'dnd_start',
    ]);
    expect(preferencesIssues({ ...defaultPreferences, dndEnabled: true })).toHaveLength(1);
  });
});

describe('categories', () => {
  const preferences = {
    ...defaultPreferences,
    categoryChannels: { campaign: { email: false, sms: true }, payout: { push: false } },
  };

  it('are on over every channel until the user switches them off, save security, which has no switch', () => {
    expect(categoriesOff('email', preferences)).toEqual(['campaign']);
    expect(categoriesOff('push', preferences)).toEqual(['payout']);
    expect(categoriesOff('in_app', preferences)).toEqual([]);
    const matrix = categoryMatrix(preferences);
    expect(Object.keys(matrix)).toEqual(categories.filter((one) => one !== 'security'));
    expect(matrix.campaign).toEqual({ email: false, push: true, sms: true, in_app: true });
  });

  it('have the types of their notifications, each in one category', () => {
    expect(typesOf(['webhook'])).toEqual(['webhook_failing', 'webhook_switched_off']);
    expect(typesOf(['billing'])).toEqual([]);
    const all = categories.flatMap((category) => typesOf([category]));
    expect(new Set(all).size).toBe(all.length);
  });
});

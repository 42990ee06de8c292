import { defaultPreferences, preferencesIssues } from './preferences.ts';

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

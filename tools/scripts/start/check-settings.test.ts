import { SettingsError } from '@tributary/engines';
import { checkSettings } from './check-settings.ts';

describe('the settings of a start', () => {
  it('are accepted where nothing is set, or empty, or decided by the start itself', async () => {
    await expect(checkSettings({ LOG_LEVEL: '', ROLE: 'any', PATH: '/bin' })).resolves.toBe(
      undefined,
    );
  });

  it('are refused with the name and the reason of every wrong one, each once', async () => {
    const refusal = checkSettings({ LOG_LEVEL: 'loud', PROVIDER_TIMEOUT_MS: 'soon' });
    await expect(refusal).rejects.toThrow(SettingsError);
    await expect(refusal).rejects.toThrow(/LOG_LEVEL: .*PROVIDER_TIMEOUT_MS: /);
    const message = await refusal.catch(String);
    expect(String(message).match(/LOG_LEVEL/g)).toHaveLength(1);
  });
});

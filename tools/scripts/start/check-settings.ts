import { serviceIds } from '@tributary/catalog';
import { declaredSettingsOf, SettingsError } from '@tributary/engines';
import { findWrongSettings } from '@tributary/service/edge';

/** What the start decides for each process, whatever the environment holds. */
const DECIDED = ['ROLE', 'HTTP_PORT', 'PORT_OFFSET'];

/**
 * Checks what the environment sets for the services before anything is started.
 * @throws SettingsError naming every wrong variable once
 */
export async function checkSettings(env: NodeJS.ProcessEnv): Promise<void> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([variable]) => !DECIDED.includes(variable)),
  );
  const declared = await Promise.all(serviceIds.map(declaredSettingsOf));
  const wrong = new Set(declared.flatMap((settings) => findWrongSettings(settings, set)));
  if (wrong.size > 0) throw new SettingsError([...wrong].join('; '), 'correct the setting');
}

import { type ServiceId, serviceIds } from '@tributary/catalog';
import { declaredSettingsOf } from '../declared-settings.ts';

/** Whether the operator makes a secret, or a provider issues it. */
export type SecretKind = 'own' | 'issued';

/** The secret settings of one service by name. */
export type SecretSettings = ReadonlyMap<string, SecretKind>;

/** Identity makes the first administrator's password itself, so that no file contains it. */
const NEVER_STORED = new Set(['ADMIN_PASSWORD']);

const kindOf = (schema: unknown): unknown =>
  (schema as { meta: () => { secret?: unknown } | undefined }).meta()?.secret;

/**
 * The secrets of a service that a system with the sandbox needs: those that have a development value. Keys by which
 * services recognise each other are not among them.
 */
async function secretSettingsOf(service: ServiceId): Promise<SecretSettings> {
  const settings = await declaredSettingsOf(service);
  const names = Object.keys(settings.developmentDefaults({}));
  return new Map(
    names.flatMap((name) => {
      const kind = kindOf(settings.shape[name]);
      const isSecret = (kind === 'own' || kind === 'issued') && !NEVER_STORED.has(name);
      return isSecret ? [[name, kind] as const] : [];
    }),
  );
}

/** The secret settings of every service, as its config.ts declares them. */
export async function allSecretSettings(): Promise<ReadonlyMap<ServiceId, SecretSettings>> {
  const entries = serviceIds.map(
    async (service) => [service, await secretSettingsOf(service)] as const,
  );
  return new Map(await Promise.all(entries));
}

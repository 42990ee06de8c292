import { join } from 'node:path';
import { type z } from 'zod';
import { type ServiceId } from '@tributary/catalog';
import { type ServiceSettings } from '@tributary/service/edge';
import { repositoryRoot } from './config.ts';

/** The settings of a service, as its config.ts declares them. */
export async function declaredSettingsOf(
  service: ServiceId,
): Promise<ServiceSettings<z.ZodRawShape>> {
  const file = join(repositoryRoot(), 'services', service, 'src/config.ts');
  const { settings } = (await import(file)) as { settings: ServiceSettings<z.ZodRawShape> };
  return settings;
}

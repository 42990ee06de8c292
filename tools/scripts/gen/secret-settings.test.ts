import { join } from 'node:path';
import { z } from 'zod';
import { baseShape, developmentSecrets, type ServiceSettings } from '@tributary/service/edge';
import { serviceIds } from '@tributary/catalog';

const root = join(import.meta.dirname, '../../..');
const named = /(?<!PUBLIC_)(?:SECRET|KEY|PEPPER|PASSWORD)(?:_(?!ROTATION_)|$)/;

async function settingsOf(service: string): Promise<ServiceSettings<z.ZodRawShape>> {
  const file = join(root, 'services', service, 'src/config.ts');
  return ((await import(file)) as { settings: ServiceSettings<z.ZodRawShape> }).settings;
}

const kindOf = (schema: unknown): unknown => z.globalRegistry.get(schema as z.ZodType)?.['secret'];

describe('the settings of every service', () => {
  it.each(serviceIds)(
    'of %s are checked as secrets where their names contain SECRET, KEY, PEPPER or PASSWORD',
    async (service) => {
      const { shape } = await settingsOf(service);
      const unmarked = Object.entries({ ...baseShape, ...shape })
        .filter(([name, schema]) => named.test(name) && kindOf(schema) === undefined)
        .map(([name]) => name);
      expect(unmarked).toEqual([]);
    },
  );

  it.each(serviceIds)(
    'of %s have development secrets that all services refuse',
    async (service) => {
      const { shape, developmentDefaults } = await settingsOf(service);
      const known = new Set<unknown>(Object.values(developmentSecrets));
      const unknown = Object.entries(developmentDefaults({}))
        .filter(([name, value]) => kindOf(shape[name]) === 'own' && !known.has(value))
        .map(([name]) => name);
      expect(unknown).toEqual([]);
    },
  );
});

import { z } from 'zod';
import { baseShape, developmentSecrets } from '@tributary/service/edge';
import { serviceIds } from '@tributary/catalog';
import { declaredSettingsOf } from '@tributary/engines';

const named = /(?<!PUBLIC_)(?:SECRET|KEY|PEPPER|PASSWORD)(?:_(?!ROTATION_)|$)/;

const kindOf = (schema: unknown): unknown => z.globalRegistry.get(schema as z.ZodType)?.['secret'];

describe('the settings of every service', () => {
  it.each(serviceIds)(
    'of %s are checked as secrets where their names contain SECRET, KEY, PEPPER or PASSWORD',
    async (service) => {
      const { shape } = await declaredSettingsOf(service);
      const unmarked = Object.entries({ ...baseShape, ...shape })
        .filter(([name, schema]) => named.test(name) && kindOf(schema) === undefined)
        .map(([name]) => name);
      expect(unmarked).toEqual([]);
    },
  );

  it.each(serviceIds)(
    'of %s have development secrets that all services refuse',
    async (service) => {
      const { shape, developmentDefaults } = await declaredSettingsOf(service);
      const known = new Set<unknown>(Object.values(developmentSecrets));
      const unknown = Object.entries(developmentDefaults({}))
        .filter(([name, value]) => kindOf(shape[name]) === 'own' && !known.has(value))
        .map(([name]) => name);
      expect(unknown).toEqual([]);
    },
  );
});

import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { trainModels } from './train-models.ts';

/** Every night, on one instance. */
export const trainModelsSchedule = (deps: Deps) =>
  schedule({
    name: 'train-attribution-models',
    cron: '0 20 3 * * *',
    run: async () => {
      await trainModels(deps)();
    },
  });

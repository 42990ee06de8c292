import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

export const keepSettingsConsumers = ({ settings }: Deps) =>
  [campaignCreated, campaignUpdated, campaignActivated, campaignPaused, campaignEnded].map((type) =>
    consumer(type, ({ data }) => settings.keep(data)),
  );

import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

export const syncAttributionSettingsConsumers = ({ settings }: Deps) =>
  [campaignCreated, campaignUpdated, campaignActivated, campaignPaused, campaignEnded].map((type) =>
    consumer(type, ({ data }) => settings.save(data)),
  );

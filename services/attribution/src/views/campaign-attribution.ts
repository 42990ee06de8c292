import { attributionModels, type AttributionSettings } from '@tributary/contracts';
import { z } from 'zod';

export const attributionSettingsView = z.object({
  model: z.enum(attributionModels),
  lookback_window_days: z.int(),
  time_decay_half_life_hours: z.int(),
  position_based_weights: z.object({ first: z.int(), middle: z.int(), last: z.int() }),
  enable_cross_device: z.boolean(),
  fingerprinting_enabled: z.boolean(),
});

export const toAttributionSettingsView = (
  settings: AttributionSettings,
): z.output<typeof attributionSettingsView> => ({
  model: settings.model,
  lookback_window_days: settings.lookbackWindowDays,
  time_decay_half_life_hours: settings.timeDecayHalfLifeHours,
  position_based_weights: settings.positionBasedWeights,
  enable_cross_device: settings.enableCrossDevice,
  fingerprinting_enabled: settings.fingerprintingEnabled,
});

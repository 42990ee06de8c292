import { defineCollection } from '@tributary/mongo';
import mongoose from 'mongoose';
import { type OpenAlarm } from '../domain/tracking-health.ts';

/** The alarms of a brand's tracking that have not ended. */
export interface TrackingAlarmDocument {
  /** The brand. */
  readonly _id: string;
  readonly open: readonly OpenAlarm[];
}

export const trackingAlarms = defineCollection<TrackingAlarmDocument>({
  name: 'tracking_alarms',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the alarm ends' },
  personal: 'none',
  fields: {
    _id: { type: String, required: true },
    open: { type: [mongoose.Schema.Types.Mixed], required: true },
  },
});

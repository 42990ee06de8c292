import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** What has suddenly stopped in a brand's shops: orders carry no click, or the script sees no visitor. */
export const trackingAlarmKinds = ['orders_without_click', 'clicks_not_seen'] as const;
export type TrackingAlarmKind = (typeof trackingAlarmKinds)[number];

const trackingAlarm = z.object({
  brandId: id,
  /** Any text, because further kinds come. */
  kind: z.string(),
  since: instant,
});

const declaration = {
  topic: 'tracking.integrations',
  key: ({ brandId }: { readonly brandId: string }) => brandId,
  internalBecause: 'the brand is notified, and its tracking health shows it',
} as const;

const sample = {
  brandId: sampleIds.brandId,
  kind: 'orders_without_click' as const,
  since: SAMPLE_TIME,
};

export const trackingAlarmRaised = defineEvent({
  type: 'tracking_alarm.raised.v1',
  ...declaration,
  data: trackingAlarm,
  description: 'Clicks or orders of a brand’s shops suddenly stopped to arrive as before.',
  sample,
});
export const trackingAlarmEnded = defineEvent({
  type: 'tracking_alarm.ended.v1',
  ...declaration,
  data: trackingAlarm.extend({ endedAt: instant }),
  description: 'They arrive again.',
  sample: { ...sample, endedAt: '2026-05-02T12:00:00.000Z' },
});

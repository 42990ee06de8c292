import { trackingAlarmEnded, trackingAlarmRaised } from '@tributary/contracts';
import * as texts from '../templates/tracking.ts';
import { trigger } from './trigger.ts';

const aboutTracking = (brandId: string) => ({
  entityType: 'tracking',
  entityId: brandId,
  recipients: [brandId],
});

export const trackingTriggers = [
  trigger(trackingAlarmRaised, (alarm) => [
    {
      ...aboutTracking(alarm.brandId),
      priority: 'high',
      type: 'tracking_alarm',
      text: texts.trackingAlarm(alarm),
    },
  ]),
  trigger(trackingAlarmEnded, (alarm) => [
    {
      ...aboutTracking(alarm.brandId),
      priority: 'normal',
      type: 'tracking_alarm_ended',
      text: texts.trackingAlarmEnded(alarm),
    },
  ]),
];

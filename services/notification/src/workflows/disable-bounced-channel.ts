import { type Deps } from '../deps.ts';
import { CHANNEL_SWITCHED_OFF_TYPE } from '../domain/notification.ts';
import { channelSwitchedOff } from '../domain/templates/settings.ts';
import { type SendResult } from '../domain/send-attempt.ts';
import { type ContactDocument } from '../store/collections.ts';
import { createNotifications, type CreateNotificationsDeps } from './create-notifications.ts';

/** A notification or digest whose sending may have bounced. */
export interface SentMessage {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly correlationId: string;
}

export type DisableBouncedChannelDeps = CreateNotificationsDeps & Pick<Deps, 'contacts' | 'log'>;

/**
 * After a hard bounce, disables the channel until the user changes the address or enables the channel
 * again, and notifies the user in the product. The user's setting stays, so that it applies to a new
 * address. Never fails, because the next bounce disables the channel again.
 */
export async function disableBouncedChannel(
  deps: DisableBouncedChannelDeps,
  contact: ContactDocument,
  { id: causeId, channel, correlationId }: SentMessage,
  result: SendResult,
): Promise<void> {
  if (result.kind !== 'permanent_failure' || result.isHardBounce !== true) return;
  const { _id: userId, email, phone } = contact;
  const address = channel === 'email' ? email : (phone ?? '');
  try {
    await deps.contacts.saveBounce(userId, channel, address);
    const notice = {
      text: channelSwitchedOff({ channel, address }),
      type: CHANNEL_SWITCHED_OFF_TYPE,
      priority: 'high' as const,
      entityType: 'user',
      entityId: userId,
      channels: ['in_app'] as const,
    };
    await createNotifications(deps)([{ userId, causeId, correlationId, notice }]);
  } catch (error) {
    deps.log.warn({ err: error, channel }, 'a bounced channel could not be disabled');
  }
}

import { type Deps } from '../deps.ts';
import { CHANNEL_TYPE } from '../domain/notification.ts';
import { postNotices } from './create-notifications.ts';
import { type ContactRow } from '../store/collections.ts';

/** What went out, and could not arrive for good. */
export interface Bounced {
  /** The notification's or the digest's id. */
  readonly causeId: string;
  readonly channel: 'email' | 'sms';
  readonly correlationId: string;
}

/**
 * Switches a channel off whose address does not exist, until the user has another one or switches it
 * on again, and tells him in the product. What he wished for stays, so that a new address needs no more. A failure costs nothing: the next bounce does it again.
 */
export async function switchOffChannel(
  deps: Deps,
  contact: ContactRow,
  { causeId, channel, correlationId }: Bounced,
): Promise<void> {
  const { _id: userId, email, phone } = contact;
  const address = channel === 'email' ? email : (phone ?? '');
  try {
    await deps.people.noteBounce(userId, channel, address);
    const notice = {
      ...deps.texts.channelSwitchedOff(channel, address),
      type: CHANNEL_TYPE,
      priority: 'high' as const,
      entityType: 'user',
      entityId: userId,
      channels: ['in_app'] as const,
    };
    await postNotices(deps)([{ userId, causeId, correlationId, notice }]);
  } catch (error) {
    deps.log.warn({ err: error, channel }, 'a channel that bounces could not be switched off');
  }
}

import { type Deps } from '../deps.ts';

/** Where one click switches a user's e-mails off. */
export const unsubscribeUrlOf = ({ config, unsubscribing }: Deps, userId: string): string =>
  `${config.publicUrl}/api/notifications/unsubscribe?token=${unsubscribing.make(userId)}`;

import { type Deps } from '../deps.ts';
import { type UnsubscribeTexts, unsubscribeTextsFor } from '../domain/templates/unsubscribe.ts';

/** The texts of the unsubscribe page in the language of a user. */
export async function unsubscribeTextsOf(
  { config, preferences }: Pick<Deps, 'config' | 'preferences'>,
  userId: string,
): Promise<UnsubscribeTexts> {
  const { locale } = await preferences.get(userId);
  return unsubscribeTextsFor(locale ?? config.NOTIFICATION_LANGUAGE);
}

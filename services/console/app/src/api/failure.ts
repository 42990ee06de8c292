import { ForbiddenError, TributaryError } from '@tributary/sdk';
import { t } from '../i18n/translate.ts';

export const isForbidden = (error: unknown): boolean => error instanceof ForbiddenError;

/** Whether a higher plan would allow it. */
export const needsPlan = (error: unknown): boolean =>
  error instanceof ForbiddenError && error.code === 'plan_required';

/** The browser, or its person in the browser's settings, has refused. */
export class RefusedByBrowser extends Error {}

/** The id by which support finds a failed request. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof TributaryError ? error.requestId : undefined;

/** The one sentence that a person reads of a failed call. */
export function sentenceOf(error: unknown): string {
  if (error instanceof RefusedByBrowser)
    return t('The browser does not allow it. Change its settings for this site and try again.');
  if (!(error instanceof TributaryError)) return t('Something went wrong. Try again.');
  if (error.kind === 'connection' || error.kind === 'deadline')
    return t('The platform could not be reached. Check your connection and try again.');
  if (error.kind === 'unavailable')
    return t('This cannot be done right now. Try again in a moment.');
  if (error.kind === 'rate_limited') return t('Too many attempts. Wait a minute and try again.');
  if (needsPlan(error)) return t('It needs the Pro plan or a higher one.');
  if (error.code === 'invalid_credentials')
    return t('The e-mail address or the password is wrong.');
  return error.message;
}

/** The messages of single fields, by their names. */
export const fieldIssuesOf = (error: unknown): readonly { path: string; message: string }[] =>
  error instanceof TributaryError ? error.issues : [];

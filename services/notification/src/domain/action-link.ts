/** The sites that links lead to, each without a trailing slash. */
export interface Sites {
  /** The platform itself, which serves the pages of mailed links. */
  readonly publicUrl: string;
  /** The console, in which users work. */
  readonly consoleUrl: string;
}

/** The pages that the platform serves. */
const PLATFORM_PAGES = /^\/(account|invitations|team-invitations|api)(?=[/?])/;

/** The URL of a notification's link: a page of the platform or of the console; a complete URL stays. */
export function linkTarget(
  actionUrl: string | null,
  { publicUrl, consoleUrl }: Sites,
): string | null {
  if (actionUrl === null || !actionUrl.startsWith('/')) return actionUrl;
  return `${PLATFORM_PAGES.test(actionUrl) ? publicUrl : consoleUrl}${actionUrl}`;
}

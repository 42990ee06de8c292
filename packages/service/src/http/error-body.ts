import { type AppError } from '@tributary/errors';

/** The three documented shapes of an error's body. */
export type ErrorArea = 'conversion' | 'notification' | 'general';

const CONVERSION_PATHS =
  /^\/(api\/track|api\/conversions|api\/affiliate\/conversions|api\/brand\/conversions|api\/(affiliate|brand)\/claims|r|t)(\/|$)/;
const NOTIFICATION_PATHS = /^\/api\/notifications(\/|$)/;

/** Which shape the errors of `path` have. */
export function areaOfPath(path: string): ErrorArea {
  if (CONVERSION_PATHS.test(path)) return 'conversion';
  return NOTIFICATION_PATHS.test(path) ? 'notification' : 'general';
}

const bodies: Readonly<Record<ErrorArea, (error: AppError) => Record<string, unknown>>> = {
  conversion: ({ code, message, details, fields }) => ({
    success: false,
    data: { error: code, ...details, ...(fields.length > 0 ? { fields } : {}) },
    message,
  }),
  notification: ({ message }) => ({ detail: message }),
  general: ({ code, message, details, fields }) => ({
    error: code,
    message,
    detail:
      fields.map((field) => `${field.path}: ${field.message}`).join('; ') || detailText(details),
  }),
};

const detailText = (details: Readonly<Record<string, unknown>>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('; ');

/** The body that the area documents for `error`. */
export const errorBody = (area: ErrorArea, error: AppError): Record<string, unknown> =>
  bodies[area](error);

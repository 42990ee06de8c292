import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import * as z from 'zod/mini';
import { t } from '../i18n/translate.ts';

const isEmpty = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' ||
  (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1);

/** The sentence for a rule of the API that a field breaks. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (isEmpty(issue)) return t('Please fill this in');
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return t('At least {count} characters', { count: Number(issue.minimum) });
  }
  if (issue.code === 'too_small') return t('At least {count}', { count: Number(issue.minimum) });
  if (issue.code === 'too_big') return t('At most {count}', { count: Number(issue.maximum) });
  if (issue.code === 'invalid_format' && issue.format === 'email')
    return t('This is no e-mail address');
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return t('This is no complete address, such as https://shop.example.com');
  return t('Please correct this');
}

/** Checks a form by the schema by which the API checks the same body; the API has the last word. */
export function resolverOf<Values extends FieldValues>(schema: z.ZodMiniType): Resolver<Values> {
  return (values) => {
    const parsed = z.safeParse(schema, withoutEmpty(values));
    if (parsed.success) return { values: parsed.data as Values, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.');
      if (get(errors, name) === undefined)
        set(errors, name, { type: issue.code, message: issueText(issue) });
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** An empty field is one that is left out. */
function withoutEmpty(values: FieldValues): FieldValues {
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(filled);
}

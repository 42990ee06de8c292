import { type z } from 'zod';
import { AppError, type FieldIssue } from './app-error.ts';

/**
 * Turns zod's issues into fields, every offending one named: an unknown key is named itself,
 * not its parent.
 */
export function fieldsOfZodError(error: z.ZodError, prefix = ''): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'Unknown field',
    }));
  });
}

/** For zod's parse functions: states of a field that is left out that it is missing, not which values it may have. */
export const namingMissing = {
  error: ({ input }: { readonly input?: unknown }): string | undefined =>
    input === undefined ? 'Is missing' : undefined,
};

/** The 400 error that names every invalid field. */
export function invalidFields(fields: readonly FieldIssue[], code = 'invalid_request'): AppError {
  const named = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new AppError('invalid', code, {
    message: `The request is not valid: ${named.join('; ')}`,
    fields,
  });
}

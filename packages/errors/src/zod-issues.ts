import { type z } from 'zod';
import { AppError, type FieldIssue } from './app-error.ts';

/**
 * Turns zod's issues into fields, every offending one named: an unknown key is named itself,
 * not its parent.
 */
export function fieldsOfZodError(error: z.ZodError, prefix = ''): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: messageOf(issue) }];
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'Unknown field',
    }));
  });
}

/** A field that is left out has no type to speak of. */
const messageOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'invalid_type' && message.endsWith('received undefined') ? 'Is missing' : message;

/** The 400 error that names every invalid field. */
export function invalidFields(fields: readonly FieldIssue[], code = 'invalid_request'): AppError {
  const named = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new AppError('invalid', code, {
    message: `The request is not valid: ${named.join('; ')}`,
    fields,
  });
}

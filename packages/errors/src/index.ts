export {
  AppError,
  actions,
  conflict,
  forbidden,
  grpcStatus,
  invalid,
  isAppError,
  kindOfGrpcStatus,
  notFound,
  rateLimited,
  unauthenticated,
  unavailable,
} from './app-error.ts';
export type { ConsumerAction, ErrorKind, ErrorOptions, FieldIssue } from './app-error.ts';
export { fieldsOfZodError, invalidFields, namingMissing } from './zod-issues.ts';

import { AppError, type FieldIssue, invalid, invalidFields } from '@tributary/errors';
import { type CreativeKind, creativeKinds } from '../../domain/creative.ts';

export interface Upload {
  readonly name: string;
  readonly kind: CreativeKind;
  readonly bytes: Uint8Array;
}

const FIELDS = new Set(['file', 'name', 'kind']);
const MAX_NAME = 200;

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new AppError('invalid', 'unsupported_media_type', {
      httpStatus: 415,
      message: 'The body must be a form, with content type multipart/form-data',
    });
  }
  const headers = { 'content-type': contentType };
  try {
    // Deprecated for streams of unknown length; this body is in memory, 5 MB at most.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw invalid('malformed_form', { message: 'The body is not valid multipart/form-data' });
  }
}

const isKind = (value: unknown): value is CreativeKind =>
  creativeKinds.includes(value as CreativeKind);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.trim().length <= MAX_NAME;

function issuesOf(form: FormData): FieldIssue[] {
  // Counted in one pass, because `form.getAll` scans all fields for each name.
  const times = new Map<string, number>();
  for (const name of form.keys()) times.set(name, (times.get(name) ?? 0) + 1);
  const unknown = [...times.keys()].filter((name) => !FIELDS.has(name));
  const repeated = [...times].flatMap(([name, count]) => (count > 1 ? [name] : []));
  return [
    ...unknown.map((path) => ({ path, message: 'Unknown field' })),
    ...repeated.map((path) => ({ path, message: 'Given more than once' })),
    ...(form.get('file') instanceof File ? [] : [{ path: 'file', message: 'Must be a file' }]),
    ...(isName(form.get('name'))
      ? []
      : [{ path: 'name', message: `Must be 1 to ${String(MAX_NAME)} characters` }]),
    ...(isKind(form.get('kind'))
      ? []
      : [{ path: 'kind', message: `Must be one of ${creativeKinds.join(', ')}` }]),
  ];
}

/** The uploaded creative. @throws invalid naming every field; 415 where the body is no form */
export async function parseUpload(body: Buffer, contentType = ''): Promise<Upload> {
  const form = await parseForm(body, contentType);
  const issues = issuesOf(form);
  const [file, name, kind] = [form.get('file'), form.get('name'), form.get('kind')];
  if (issues.length > 0 || !(file instanceof File) || !isName(name) || !isKind(kind)) {
    throw invalidFields(issues);
  }
  return { name: name.trim(), kind, bytes: new Uint8Array(await file.arrayBuffer()) };
}

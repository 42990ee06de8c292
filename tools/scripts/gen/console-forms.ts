import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';
import { writeFormatted } from './write-formatted.ts';

/** Bodies of the API that forms of the console fill in. */
const BODIES = [
  'ApplyToCampaignRequest',
  'ConfirmSecondFactorRequest',
  'CreateAnnouncementRequest',
  'CreateApiKeyRequest',
  'CreateAttributionChangeRequest',
  'CreateBrandReportScheduleRequest',
  'CreateCampaignRequest',
  'CreateClaimRequest',
  'CreateLinkRequest',
  'CreatePayoutAccountRequest',
  'CreatePostbackRequest',
  'CreateReportScheduleRequest',
  'CreateTeamInvitationRequest',
  'CreateTrackingSecretRequest',
  'CreateWebhookEndpointRequest',
  'DecideClaimRequest',
  'DisableSecondFactorRequest',
  'DisputeConversionRequest',
  'FinishLogInRequest',
  'InviteAffiliateRequest',
  'LogInRequest',
  'NewCoupon',
  'RegisterAccountRequest',
  'RequestPasswordResetRequest',
  'RequestPayoutRequest',
  'SetCampaignTiersRequest',
  'SetPlatformTiersRequest',
  'TestWebhookEndpointRequest',
  'UpdateAccountRequest',
  'UpdateBillingProfileRequest',
  'UpdateCampaignAttributionRequest',
  'UpdateClaimSettingsRequest',
];

/** The schemas of the console’s forms. */
export const CONSOLE_FORMS = 'services/console/app/src/gen/bodies.ts';

const root = join(import.meta.dirname, '../../..');

/** Rules of JSON Schema, and the checks of zod that they are. */
const CHECKS: readonly (readonly [rule: string, check: string])[] = [
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['minItems', 'minLength'],
  ['maxItems', 'maxLength'],
  ['minimum', 'gte'],
  ['maximum', 'lte'],
  ['exclusiveMinimum', 'gt'],
  ['exclusiveMaximum', 'lt'],
];

const FORMATS: Readonly<Record<string, string>> = {
  email: 'z.email()',
  uuid: 'z.uuid()',
  uri: 'z.url()',
  'date-time': 'z.iso.datetime({ offset: true })',
};

function checked(schema: Json, base: string): string {
  const checks = CHECKS.flatMap(([rule, check]) => {
    const limit = schema[rule];
    const isSafe = typeof limit === 'number' && Number.isSafeInteger(Math.trunc(limit));
    return isSafe ? [`z.${check}(${String(limit)})`] : [];
  });
  return checks.length === 0 ? base : `${base}.check(${checks.join(', ')})`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function objectCode(schema: Json, codeOf: (schema: Json) => string): string {
  const { properties, additionalProperties } = schema;
  if (!isObject(properties)) {
    const value = isObject(additionalProperties) ? codeOf(additionalProperties) : 'z.unknown()';
    return `z.record(z.string(), ${value})`;
  }
  const required = new Set(listOf(schema['required']));
  const fields = Object.entries(properties).map(([name, field]) => {
    const code = codeOf(field as Json);
    return `${JSON.stringify(name)}: ${required.has(name) ? code : `z.optional(${code})`}`;
  });
  return `z.object({ ${fields.join(', ')} })`;
}

function typeCode(schema: Json, type: unknown, codeOf: (schema: Json) => string): string {
  if (schema['enum'] !== undefined) {
    const values = listOf(schema['enum']).filter((value) => value !== null);
    return `z.enum(${JSON.stringify(values)})`;
  }
  if (schema['const'] !== undefined) return `z.literal(${JSON.stringify(schema['const'])})`;
  switch (type) {
    case 'string':
      return checked(schema, FORMATS[String(schema['format'])] ?? 'z.string()');
    case 'integer':
      return checked(schema, 'z.int()');
    case 'number':
      return checked(schema, 'z.number()');
    case 'boolean':
      return 'z.boolean()';
    case 'array':
      return checked(schema, `z.array(${codeOf(schema['items'] as Json)})`);
    case 'object':
      return objectCode(schema, codeOf);
    default:
      return 'z.unknown()';
  }
}

function unionCode(options: readonly unknown[], codeOf: (schema: Json) => string): string {
  const isNull = (option: unknown): boolean => isObject(option) && option['type'] === 'null';
  const codes = options.filter((option) => !isNull(option)).map((option) => codeOf(option as Json));
  const [first = 'z.null()', ...others] = codes;
  const code = others.length === 0 ? first : `z.union([${codes.join(', ')}])`;
  return options.some(isNull) ? `z.nullable(${code})` : code;
}

/** The source of a zod schema that accepts what a schema of the API document accepts; patterns are left to the API. */
export function zodCode(schema: Json, schemas: Json): string {
  const codeOf = (part: Json): string => zodCode(part, schemas);
  const { $ref: reference, anyOf, type } = schema;
  if (typeof reference === 'string') {
    return codeOf(schemas[reference.slice('#/components/schemas/'.length)] as Json);
  }
  if (Array.isArray(anyOf)) return unionCode(anyOf, codeOf);
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const [named] = types.filter((one) => one !== 'null');
  const code = typeCode(schema, named, codeOf);
  return types.includes('null') ? `z.nullable(${code})` : code;
}

/** Writes the zod schemas of the console’s forms, so that a form has the rules of the API. */
export async function generateConsoleForms(document: Json): Promise<void> {
  const { schemas } = document['components'] as { readonly schemas: Json };
  const lines = BODIES.map((name) => {
    const schema = schemas[name];
    if (!isObject(schema)) throw new Error(`The API document has no ${name}`);
    return `export const ${name} = ${zodCode(schema, schemas)};`;
  });
  const head =
    "// Generated by `npm run gen` from the API document.\nimport * as z from 'zod/mini';";
  mkdirSync(dirname(join(root, CONSOLE_FORMS)), { recursive: true });
  await writeFormatted(join(root, CONSOLE_FORMS), [head, ...lines, ''].join('\n\n'));
}

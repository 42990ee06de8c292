import {
  attributionModels,
  campaignStatuses,
  campaignTypes,
  commissionStatuses,
  conversionSources,
  conversionStatuses,
  conversionTypes,
  memberRoles,
  payoutProviders,
  plans,
  postbackSources,
  roles,
  unpayableReasons,
  userStatuses,
} from '@tributary/contracts';
import { isObject, type Json, mapValues } from './json.ts';

/** The enumerations that several schemas share: their values are these, in this order. */
const enumerations: Readonly<Record<string, readonly [readonly string[], string]>> = {
  AccountRole: [roles, 'What an account is'],
  AccountStatus: [userStatuses, 'The state of an account'],
  AttributionModel: [attributionModels, 'A rule that shares the credit for an order'],
  CampaignStatus: [campaignStatuses, 'The state of a campaign'],
  CampaignType: [campaignTypes, 'What a campaign pays for'],
  CommissionStatus: [commissionStatuses, 'The state of a commission'],
  ConversionSource: [conversionSources, 'Who reported an order'],
  ConversionStatus: [conversionStatuses, 'The state of a conversion'],
  ConversionType: [conversionTypes, 'What a customer did'],
  MemberRole: [memberRoles, 'What a person may do in an account'],
  PayoutProvider: [payoutProviders, 'Who pays affiliates out'],
  Plan: [plans, 'What an account pays for'],
  PostbackSource: [postbackSources, 'A network that reports orders'],
  UnpayableReason: [unpayableReasons, 'Why an order earns only if approved by hand'],
};

const nameByValues = new Map(
  Object.entries(enumerations).map(([name, [values]]) => [JSON.stringify(values), name]),
);

function schemaOf(name: string): Json {
  const [values = [], description] = enumerations[name] ?? [];
  return { type: 'string', enum: values, description, examples: values.slice(0, 1) };
}

/** Refers to shared enumerations by their names. */
export function openEnumerationNames() {
  const used = new Set<string>();

  /** A copy in which shared enumerations are referred to. */
  const refer = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(refer);
    if (!isObject(json)) return json;
    const { type, enum: values, ...rest } = json;
    const name = type === 'string' ? nameByValues.get(JSON.stringify(values)) : undefined;
    if (name === undefined) return mapValues(json, refer);
    used.add(name);
    return { $ref: `#/components/schemas/${name}`, ...rest };
  };

  return {
    refer: (part: Json): Json => refer(part) as Json,
    /** The schemas of those that were referred to. */
    schemas: (): Json =>
      Object.fromEntries([...used].map((name): [string, Json] => [name, schemaOf(name)])),
  };
}

import { type MethodDefinition, fromJSON } from '@grpc/proto-loader';
import { type ServiceDefinition } from '@grpc/grpc-js';
import { type ServiceId } from '@tributary/catalog';
import { descriptors } from './gen/descriptors.ts';
import { type AttributionDefinition } from './gen/tributary/attribution/v1/Attribution.ts';
import { type ExplanationsDefinition } from './gen/tributary/attribution/v1/Explanations.ts';
import { type VerdictsDefinition } from './gen/tributary/attribution/v1/Verdicts.ts';
import { type CampaignsDefinition } from './gen/tributary/campaign/v1/Campaigns.ts';
import { type LinksDefinition } from './gen/tributary/campaign/v1/Links.ts';
import { type MembershipsDefinition } from './gen/tributary/campaign/v1/Memberships.ts';
import { type CommissionsDefinition } from './gen/tributary/commission/v1/Commissions.ts';
import { type LedgerDefinition } from './gen/tributary/commission/v1/Ledger.ts';
import { type HealthDefinition } from './gen/grpc/health/v1/Health.ts';
import { type ClicksDefinition } from './gen/tributary/tracking/v1/Clicks.ts';
import { type OrdersDefinition } from './gen/tributary/tracking/v1/Orders.ts';
import { type ConversionsDefinition } from './gen/tributary/tracking/v1/Conversions.ts';
import { type EndpointsDefinition } from './gen/tributary/webhook/v1/Endpoints.ts';
import { type UsersDefinition } from './gen/tributary/identity/v1/Users.ts';

/** Every gRPC service by its full name. A new service is one line here. */
export interface Definitions {
  'grpc.health.v1.Health': HealthDefinition;
  'tributary.attribution.v1.Attribution': AttributionDefinition;
  'tributary.attribution.v1.Explanations': ExplanationsDefinition;
  'tributary.attribution.v1.Verdicts': VerdictsDefinition;
  'tributary.campaign.v1.Campaigns': CampaignsDefinition;
  'tributary.campaign.v1.Links': LinksDefinition;
  'tributary.campaign.v1.Memberships': MembershipsDefinition;
  'tributary.commission.v1.Commissions': CommissionsDefinition;
  'tributary.commission.v1.Ledger': LedgerDefinition;
  'tributary.identity.v1.Users': UsersDefinition;
  'tributary.tracking.v1.Clicks': ClicksDefinition;
  'tributary.tracking.v1.Orders': OrdersDefinition;
  'tributary.tracking.v1.Conversions': ConversionsDefinition;
  'tributary.webhook.v1.Endpoints': EndpointsDefinition;
}
export type ServiceName = keyof Definitions;
export type MethodName<Service extends ServiceName> = Extract<keyof Definitions[Service], string>;

type Method<Service extends ServiceName, Name extends MethodName<Service>> =
  Definitions[Service][Name] extends MethodDefinition<
    infer Request,
    infer Response,
    infer RequestOutput,
    infer ResponseOutput
  >
    ? { request: Request; response: Response; received: RequestOutput; answered: ResponseOutput }
    : never;

/** What a caller sends. */
export type RequestOf<S extends ServiceName, M extends MethodName<S>> = Method<S, M>['request'];
/** What a handler receives: every field present. */
export type ReceivedOf<S extends ServiceName, M extends MethodName<S>> = Method<S, M>['received'];
/** What a handler returns. */
export type ResponseOf<S extends ServiceName, M extends MethodName<S>> = Method<S, M>['response'];
/** What a caller receives: every field present. */
export type AnsweredOf<S extends ServiceName, M extends MethodName<S>> = Method<S, M>['answered'];

const loaded = fromJSON(descriptors as unknown as Parameters<typeof fromJSON>[0], {
  // Amounts are safe integers by contract.
  longs: Number,
  enums: String,
  defaults: true,
  arrays: true,
  oneofs: true,
});

/** The service of the catalog that serves a gRPC service: the second part of its name. */
export const calleeOf = (service: ServiceName): ServiceId => service.split('.')[1] as ServiceId;

/** The full names of all gRPC services. */
export const serviceNames = Object.keys(loaded).filter(
  (name): name is ServiceName => !('format' in (loaded[name] ?? {})),
);

export function definitionOf(service: ServiceName): ServiceDefinition {
  const definition = loaded[service];
  if (definition === undefined) throw new Error(`No proto describes ${service}`);
  return definition as unknown as ServiceDefinition;
}

import { type MemberRole, memberRoles } from './fields.ts';

/** Who may read and change one area of an account. */
interface Area {
  /** One line for docs/permissions.md. */
  readonly meaning: string;
  readonly read: readonly MemberRole[];
  readonly write: readonly MemberRole[];
  /** Whether API keys may have its permissions, as their scopes. */
  readonly apiKeys: boolean;
  /** Refused in another person's account, whatever the role: it concerns the login of the account itself. */
  readonly ownAccountOnly?: true;
}

const everyone = memberRoles;

/** The one table of permissions. Routes name a permission, such as `payouts:write`. */
const areas = {
  campaigns: {
    meaning: 'Campaigns, creatives, products, links, coupon codes, applications and invitations',
    read: everyone,
    write: ['owner', 'manager'],
    apiKeys: true,
  },
  conversions: {
    meaning: 'Conversions, their review and disputes, attribution and fraud settings',
    read: everyone,
    write: ['owner', 'manager'],
    apiKeys: true,
  },
  tracking: {
    meaning: 'Reporting of orders, and integrations with shops',
    read: ['owner', 'manager', 'analyst', 'developer'],
    write: ['owner', 'manager', 'developer'],
    apiKeys: true,
  },
  commissions: {
    meaning: 'Commissions, earnings and tiers',
    read: ['owner', 'manager', 'finance', 'analyst'],
    write: ['owner', 'finance'],
    apiKeys: true,
  },
  payouts: {
    meaning: 'Balance, payouts, payout accounts and billing',
    read: ['owner', 'finance'],
    write: ['owner', 'finance'],
    apiKeys: true,
  },
  analytics: {
    meaning: 'Reports, their exports and schedules',
    read: everyone,
    write: ['owner', 'manager', 'finance', 'analyst'],
    apiKeys: true,
  },
  webhooks: {
    meaning: 'Webhook endpoints, their deliveries, and postbacks',
    read: ['owner', 'manager', 'developer'],
    write: ['owner', 'developer'],
    apiKeys: true,
  },
  notifications: {
    meaning: 'The account’s notifications, preferences and push subscriptions',
    read: everyone,
    write: ['owner', 'manager'],
    apiKeys: true,
  },
  secrets: {
    meaning: 'The secrets by which a brand signs its reports',
    read: ['owner', 'developer'],
    write: ['owner', 'developer'],
    apiKeys: false,
  },
  keys: {
    meaning: 'API keys',
    read: ['owner', 'developer'],
    write: ['owner', 'developer'],
    apiKeys: false,
  },
  account: {
    meaning: 'The account’s profile, and what applies to it as a whole',
    read: everyone,
    write: ['owner'],
    apiKeys: false,
  },
  audit: {
    meaning: 'The audit log of the account',
    read: ['owner'],
    write: ['owner'],
    apiKeys: false,
  },
  team: {
    meaning: 'Members of the account and their invitations',
    read: everyone,
    write: ['owner'],
    apiKeys: false,
  },
  session: {
    meaning:
      'The caller’s own sign-in in any account: sign out, switch, accept an invitation, leave',
    read: everyone,
    write: everyone,
    apiKeys: false,
  },
  login: {
    meaning: 'The caller’s own login: password, sessions, second factor',
    read: ['owner'],
    write: ['owner'],
    apiKeys: false,
    ownAccountOnly: true,
  },
  deletion: {
    meaning:
      'What an account that is to be deleted may still do: export its data, take the deletion back',
    read: ['owner'],
    write: ['owner'],
    apiKeys: false,
    ownAccountOnly: true,
  },
  platform: {
    meaning: 'Administration of the platform',
    read: ['owner'],
    write: ['owner'],
    apiKeys: false,
  },
} as const satisfies Readonly<Record<string, Area>>;

export type PermissionArea = keyof typeof areas;
export type Permission = `${PermissionArea}:${'read' | 'write'}`;

/** The table by area, for documents and checks. */
export const permissionAreas: Readonly<Record<PermissionArea, Area>> = areas;

const splitPermission = (permission: Permission) =>
  permission.split(':') as [PermissionArea, 'read' | 'write'];

/** Whether members of this role have the permission. */
export function hasPermission(role: MemberRole, permission: Permission): boolean {
  const [area, kind] = splitPermission(permission);
  return permissionAreas[area][kind].includes(role);
}

/** Whether only the login that an account belongs to has the permission. */
export const isForOwnAccountOnly = (permission: Permission): boolean =>
  permissionAreas[splitPermission(permission)[0]].ownAccountOnly === true;

/** Whether an API key with these scopes has the permission; write includes read. */
export function scopesGrant(scopes: readonly string[], permission: Permission): boolean {
  const [area, kind] = splitPermission(permission);
  return scopes.includes(permission) || (kind === 'read' && scopes.includes(`${area}:write`));
}

/** Whether API keys may have the permission. */
export const isApiKeyScope = (permission: Permission): boolean =>
  permissionAreas[splitPermission(permission)[0]].apiKeys;

const areaNames = Object.keys(areas) as PermissionArea[];

export const allPermissions = areaNames.flatMap((area): Permission[] => [
  `${area}:read`,
  `${area}:write`,
]);

/** All that the tokens of an account may do while its deletion is pending. */
export const DELETION_SCOPES: readonly Permission[] = ['deletion:write'];

/** The scopes of API keys. */
export const apiKeyScopes = allPermissions.filter(isApiKeyScope);

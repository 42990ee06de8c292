import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Search } from '../search.ts';
import { cursorQuery } from '../table/use-rows.ts';
import { api } from './client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.sessions.list({ signal })).sessions,
});

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.secondFactors.get({ signal }),
});

export const membersQuery = queryOptions({
  queryKey: ['team', 'members'],
  queryFn: async ({ signal }) => (await api.teamMembers.list({ signal })).members,
});

export const teamInvitations = queryOptions({
  queryKey: ['team', 'invitations'],
  queryFn: async ({ signal }) => (await api.teamInvitations.list({ signal })).invitations,
});

const AUDIT_PAGE = 50;

/** The audit log of the account, or of all accounts; `q` is an operation's name. */
export const auditPages = ({ q }: Search, isOperator: boolean) =>
  cursorQuery(['audit', isOperator, q], async (before, signal) => {
    const query = {
      limit: AUDIT_PAGE,
      ...(before !== undefined && { before }),
      ...(q !== undefined && { operation: q }),
    };
    const { entries, next_before: next } = isOperator
      ? await api.auditEntries.listAll(query, { signal })
      : await api.auditEntries.list(query, { signal });
    return { items: entries, next };
  });

export const apiKeysQuery = queryOptions({
  queryKey: ['developers', 'keys'],
  queryFn: async ({ signal }) => (await api.apiKeys.list({ signal })).api_keys,
});

/** The requests with the account's API keys; `q` is an operation's name. */
export const apiRequestPages = ({ status, key, q }: Search) =>
  cursorQuery(['developers', 'requests', status, key, q], async (before, signal) => {
    const query = {
      ...(before !== undefined && { before }),
      ...(status !== undefined && {
        status_class: status as NonNullable<Schemas['ListApiRequestsQuery']['status_class']>,
      }),
      ...(key !== undefined && { api_key_id: key }),
      ...(q !== undefined && { operation: q }),
    };
    const { requests, next_before: next } = await api.apiRequests.list(query, { signal });
    return { items: requests, next };
  });

export const apiRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['developers', 'request', id],
    queryFn: ({ signal }) => api.apiRequests.get(id, { signal }),
  });

export const trackingSecrets = queryOptions({
  queryKey: ['developers', 'secrets'],
  queryFn: async ({ signal }) => (await api.trackingSecrets.list({ signal })).tracking_secrets,
});

export const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => api.notificationPreferences.get({ signal }),
});

import { forbidden } from '@tributary/errors';
import { type Actor } from '../auth/actor.ts';
import { type Route } from './route.ts';

/** Whether `actor` may call `route`. @throws forbidden */
export function requireAccess(route: Route, actor: Actor): void {
  const { allow, scope } = route;
  if (Array.isArray(allow) && !allow.includes(actor.role)) {
    throw forbidden('wrong_role', { message: `This endpoint is for: ${allow.join(', ')}` });
  }
  if (actor.scopes === undefined) return;
  if (scope === undefined) {
    throw forbidden('api_key_not_allowed', { message: 'API keys may not call this endpoint' });
  }
  const [area = '', kind = ''] = scope.split(':');
  const granted =
    actor.scopes.includes(scope) || (kind === 'read' && actor.scopes.includes(`${area}:write`));
  if (!granted)
    throw forbidden('missing_scope', { message: `The API key lacks the scope ${scope}` });
}

import { invalidFields } from '@tributary/errors';
import { type Actor, reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { type PersonSearch } from '../../domain/customer-erasure.ts';
import { plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { customerErasureView, toCustomerErasureView } from '../../views/customer-erasure-view.ts';
import { requestErasure } from './erase-customer-data.ts';

const body = z.strictObject({
  customer_email: z.email().max(254).optional(),
  customer_id: plainText(255).optional().describe('The shop’s own id of the customer'),
  click_id: uuidInput.optional().describe('Also a click that led to no order'),
  brand_id: uuidInput
    .optional()
    .describe('Administrators only: the orders of this brand; without it those of every brand'),
});
type Body = z.output<typeof body>;

const KEYS = ['customer_email', 'customer_id', 'click_id'] as const;

/** Whose orders the caller may erase: a brand its own, an administrator all. */
function brandOf({ brand_id: named }: Body, actor: Actor): string | null {
  if (actor.role === 'admin') return named ?? null;
  if (named === undefined || named === actor.id) return actor.id;
  throw invalidFields([{ path: 'brand_id', message: 'A brand erases in its own orders only' }]);
}

/** @throws invalid where the person is named not once */
function searchOf({ hashEmail }: Pick<Deps, 'hashEmail'>, call: Body, actor: Actor): PersonSearch {
  const [by, another] = KEYS.filter((key) => call[key] !== undefined);
  if (by === undefined || another !== undefined) {
    const message = 'Give exactly one of customer_email, customer_id and click_id';
    throw invalidFields(KEYS.map((path) => ({ path, message })));
  }
  const given = call[by] ?? '';
  const value = by === 'customer_email' ? (hashEmail(given) ?? '') : given;
  return { by, value, brandId: brandOf(call, actor) };
}

export const eraseCustomerDataRoute = (deps: Deps) => {
  const request = requestErasure(deps);
  return route({
    operationId: 'eraseCustomerData',
    method: 'delete',
    path: '/api/customer-data',
    summary: 'Erase a person’s data',
    description:
      'Of the orders with this e-mail address, customer id or click, of the clicks that they name and of their ' +
      'visitors’ other clicks: a brand erases in its own orders, an administrator in all. Every service erases what ' +
      'leads to the person; values, credit and commissions remain. The answer is a receipt without personal data: ' +
      'read it again until its status is `completed`. A repetition erases what came since.',
    allow: ['brand', 'admin'] as const,
    permission: 'account:write',
    stepUp: true,
    idempotent: true,
    status: 202,
    body,
    response: customerErasureView,
    handle: async ({ body: call, actor }) => {
      const erasure = await request(searchOf(deps, call, actor), actor.id);
      return reply(202, { body: toCustomerErasureView(erasure) });
    },
  });
};

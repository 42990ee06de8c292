import { invalidFields } from '@tributary/errors';
import { type Actor, reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { type PersonIdentifier } from '../../domain/customer-erasure.ts';
import { plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { customerErasureView, toCustomerErasureView } from '../../views/customer-erasure-view.ts';
import { requestErasure } from './erase-customer-data.ts';

const MAX_OF_A_KIND = 20;
const email = z.email().max(254);
const customerId = plainText(255);
const several = <Field extends z.ZodType>(field: Field) =>
  z.array(field).min(1).max(MAX_OF_A_KIND).optional();

const body = z.strictObject({
  customer_email: email.optional(),
  customer_emails: several(email).describe('Further e-mail addresses of the same person'),
  customer_id: customerId.optional().describe('The shop’s own id of the customer'),
  customer_ids: several(customerId)
    .describe('Further ids of the same person')
    .meta({ examples: [['customer-17']] }),
  click_id: uuidInput.optional().describe('Also a click that led to no order'),
  click_ids: several(uuidInput).describe('Further clicks of the same person'),
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

/** @throws invalid where nothing identifies the person */
function identifiersIn({ hashEmail }: Pick<Deps, 'hashEmail'>, call: Body): PersonIdentifier[] {
  const found = new Map<string, PersonIdentifier>();
  for (const by of KEYS) {
    for (const given of [call[by] ?? [], call[`${by}s`] ?? []].flat()) {
      const value = by === 'customer_email' ? (hashEmail(given) ?? '') : given;
      found.set(`${by} ${value}`, { by, value });
    }
  }
  if (found.size > 0) return [...found.values()];
  const message = 'Give at least one of customer_email, customer_id and click_id';
  throw invalidFields(KEYS.map((path) => ({ path, message })));
}

export const eraseCustomerDataRoute = (deps: Deps) => {
  const request = requestErasure(deps);
  return route({
    operationId: 'eraseCustomerData',
    method: 'delete',
    path: '/api/customer-data',
    summary: 'Erase a person’s data',
    description:
      'Of the orders with one of these e-mail addresses, customer ids or clicks, of the clicks that they name and of ' +
      'their visitors’ other clicks: a brand erases in its own orders, an administrator in all. Every service erases what ' +
      'leads to the person; values, credit and commissions remain. The answer is a receipt without personal data: ' +
      'read it again until its status is `completed`, some minutes later: a second pass erases what was on its way. ' +
      'A repetition erases what came since.',
    allow: ['brand', 'admin'] as const,
    permission: 'account:write',
    stepUp: true,
    idempotent: true,
    status: 202,
    body,
    response: customerErasureView,
    handle: async ({ body: call, actor }) => {
      const erasure = await request({
        identifiers: identifiersIn(deps, call),
        brandId: brandOf(call, actor),
        requestedBy: actor.id,
      });
      return reply(202, { body: toCustomerErasureView(erasure) });
    },
  });
};

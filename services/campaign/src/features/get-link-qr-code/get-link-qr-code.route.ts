import { reply, route, wholeNumber } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { qrCodeSvg } from '../../views/qr-code.ts';

export const getLinkQrCodeRoute = ({ links, config }: Deps) =>
  route({
    operationId: 'getLinkQrCode',
    method: 'get',
    path: '/api/affiliate/links/:link_id/qr',
    summary: 'A link’s address as a QR code (SVG)',
    description: 'An image of the link’s address for print.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    params: z.object({ link_id: z.uuid() }),
    query: z.strictObject({
      size: wholeNumber({ min: 64, max: 4_096 }).default(256).describe('Width and height, pixels'),
      error_correction: z.enum(['low', 'medium', 'quartile', 'high']).default('medium'),
    }),
    handle: async ({ params, query, actor }) => {
      const { trackingCode } = await links.getOwn(params.link_id, actor.id);
      const address = `${config.publicUrl}/r/${trackingCode}`;
      return reply(200, {
        body: qrCodeSvg(address, query.error_correction, query.size),
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "sandbox; default-src 'none'",
          'content-disposition': `inline; filename="${trackingCode}.svg"`,
        },
      });
    },
  });

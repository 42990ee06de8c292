import { reply, route, wholeNumber } from '@tributary/service';
import qrcode from 'qrcode-generator';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

/** Modules of quiet around the code, as ISO/IEC 18004 asks for. */
const QUIET_MODULES = 4;
const levels = { low: 'L', medium: 'M', quartile: 'Q', high: 'H' } as const;

/** The address as a QR code: an SVG that grows to any size without losing its edges. */
function svgOf(address: string, level: 'L' | 'M' | 'Q' | 'H', size: number): string {
  const code = qrcode(0, level);
  code.addData(address, 'Byte');
  code.make();
  const modules = code.getModuleCount();
  const whole = modules + 2 * QUIET_MODULES;
  const rows = Array.from({ length: modules }, (_, row) =>
    Array.from({ length: modules }, (__, column) =>
      code.isDark(row, column)
        ? `M${String(column + QUIET_MODULES)} ${String(row + QUIET_MODULES)}h1v1h-1z`
        : '',
    ).join(''),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size)}" height="${String(size)}"`,
    ` viewBox="0 0 ${String(whole)} ${String(whole)}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${String(whole)}v${String(whole)}H0z"/>`,
    `<path fill="#000" d="${rows.join('')}"/></svg>\n`,
  ].join('');
}

export const getLinkQrCodeRoute = ({ links, config }: Deps) =>
  route({
    operationId: 'getLinkQrCode',
    method: 'get',
    path: '/api/affiliate/links/:link_id/qr',
    summary: 'A link’s address as a QR code (SVG)',
    allow: ['affiliate'],
    scope: 'campaigns:read',
    params: z.object({ link_id: z.uuid() }),
    query: z.strictObject({
      size: wholeNumber({ min: 64, max: 4_096 }).default(256).describe('Pixels, both ways'),
      error_correction: z.enum(['low', 'medium', 'quartile', 'high']).default('medium'),
    }),
    handle: async ({ params, query, actor }) => {
      const { trackingCode } = await links.getOwn(params.link_id, actor.id);
      const address = `${config.publicUrl}/r/${trackingCode}`;
      return reply(200, {
        body: svgOf(address, levels[query.error_correction], query.size),
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "sandbox; default-src 'none'",
          'content-disposition': `inline; filename="${trackingCode}.svg"`,
        },
      });
    },
  });

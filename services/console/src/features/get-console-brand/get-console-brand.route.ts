import { type ConsoleEndpoint } from '../../views/console-endpoint.ts';
import { type Deps } from '../../deps.ts';
import { REVALIDATED } from '../../views/send-file.ts';

/** The operator's name, colours and logo: `brand.json`, `brand.css` and `logo`. */
export const getConsoleBrandRoute = ({ brand, logo }: Deps): ConsoleEndpoint => ({
  operationId: 'getConsoleBrand',
  path: '/console/:part',
  handle: (req, res, next) => {
    res.set('cache-control', REVALIDATED);
    const { part } = req.params;
    if (part === 'brand.json') res.json({ name: brand.name, logo: brand.logo });
    else if (part === 'brand.css') res.type('css').send(brand.css);
    else if (part === 'logo' && logo !== undefined) res.type(logo.type).send(logo.bytes);
    else next();
  },
});

import { type ConsoleEndpoint } from '../../views/console-endpoint.ts';
import { type Deps } from '../../deps.ts';
import { CONTENT_SECURITY_POLICY } from '../../views/security-policy.ts';
import { REVALIDATED, sendFile } from '../../views/send-file.ts';

/** The page that every path opens; which page of the console it shows is decided in the browser. */
export const getConsolePageRoute = ({ files }: Deps): ConsoleEndpoint => ({
  operationId: 'getConsolePage',
  path: '/{*page}',
  handle: (req, res) => {
    res.set('content-security-policy', CONTENT_SECURITY_POLICY);
    sendFile(req, res, files.page, REVALIDATED);
  },
});

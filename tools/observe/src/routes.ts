/** The series of redirects in a metric of calls. */
export const REDIRECTS = 'service="tracking",route="/r/:tracking_code"';

/** Those of orders, refunds and postbacks. */
export const INTAKE = 'service="tracking",route=~"/api/track/.*|/api/integrations/.*|/t/pixel.gif"';

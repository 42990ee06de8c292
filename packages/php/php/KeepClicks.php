<?php

declare(strict_types=1);

namespace Tributary;

require_once __DIR__ . '/tributary.php';

/**
 * Middleware for Laravel (and what has its requests and responses). Place it before `EncryptCookies`
 * (`$middleware->prepend(KeepClicks::class)`), because the script of the pages reads the cookie as it is.
 * Later code finds the click by `$request->attributes->get('click_id')`.
 */
class KeepClicks
{
    /** Options of `read_click`: domain, secure, path. */
    protected array $options = [];

    /** Whether the visitor agreed to be recognised; override it by what the shop's banner keeps. */
    protected function hasConsent($request): bool
    {
        return true;
    }

    public function handle($request, \Closure $next)
    {
        if (!$this->hasConsent($request)) {
            return $next($request);
        }
        $click = read_click([
            'method' => $request->getMethod(),
            'path' => $request->getPathInfo(),
            'query' => $request->query->all(),
            'cookies' => (string) $request->headers->get('cookie'),
            'body' => $request->getMethod() === 'POST' ? (string) $request->getContent() : '',
            'site' => (string) $request->headers->get('sec-fetch-site'),
        ], $this->options);
        $request->attributes->set('click_id', $click['id']);
        $response = $click['is_call'] ? $this->noContent() : $next($request);
        if ($click['cookie'] !== null) {
            $response->headers->set('Set-Cookie', $click['cookie'], false);
        }
        return $response;
    }

    protected function noContent()
    {
        return new \Symfony\Component\HttpFoundation\Response('', 204);
    }
}

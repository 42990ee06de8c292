<?php
/**
 * The visitor's click in a shop on PHP: a cookie of the shop's own server, and signed reports of orders.
 * It needs PHP 7.4 or newer with its usual extensions, and no library.
 */

declare(strict_types=1);

namespace Tributary;

const COOKIE = 'tributary_click_id';
const COOKIE_SECONDS = 7776000; // 90 days
const MAX_BODY = 4096;

/** A click's id in lower case; null where the value is none. */
function click_id($value): ?string
{
    $text = is_string($value) ? strtolower(trim($value)) : '';
    $shape = '/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/D';
    return preg_match($shape, $text) === 1 ? $text : null;
}

/** The click in a Cookie header; null without one. */
function click_in_cookies(string $header): ?string
{
    return preg_match('/(?:^|;\s*)' . COOKIE . '=([^;]*)/', $header, $found) === 1 ? click_id($found[1]) : null;
}

/** The value of a Set-Cookie header; `domain` of the options for all subdomains, `secure` false for HTTP in development. */
function cookie_for(string $click, array $options = []): string
{
    $domain = (string) ($options['domain'] ?? '');
    return COOKIE . "=$click; Max-Age=" . COOKIE_SECONDS . '; Path=/; SameSite=Lax'
        . (($options['secure'] ?? true) ? '; Secure' : '')
        . ($domain === '' ? '' : "; Domain=$domain");
}

/** The click that the script of the pages names in its call; null for any other body, and from another site. */
function click_in_call(string $body, string $site): ?string
{
    if (strlen($body) > MAX_BODY || !in_array($site, ['', 'same-origin', 'same-site'], true)) {
        return null;
    }
    $named = json_decode($body, true);
    if (!is_array($named) || ($named['consent'] ?? null) === 'denied') {
        return null;
    }
    return click_id($named['click_id'] ?? null);
}

/**
 * What a request states of its visitor's click. The click of the address counts before that of the cookie, because the newest counts.
 *
 * @param array $request method, path, query (its parameters), cookies (the Cookie header), body, site (Sec-Fetch-Site)
 * @param array $options domain, secure, path (of the script's call, `/kept-click` by default)
 * @return array{id: ?string, cookie: ?string, is_call: bool} the click, the Set-Cookie header to send, and whether it was the script's call, to be answered by 204
 */
function read_click(array $request, array $options = []): array
{
    $is_call = $request['method'] === 'POST' && $request['path'] === ($options['path'] ?? '/kept-click');
    $known = click_in_cookies((string) ($request['cookies'] ?? ''));
    $named = $is_call
        ? click_in_call((string) ($request['body'] ?? ''), (string) ($request['site'] ?? ''))
        : click_id($request['query']['click_id'] ?? null);
    $is_new = $named !== null && ($is_call || $named !== $known);
    return [
        'id' => $named ?? $known,
        'cookie' => $is_new ? cookie_for((string) $named, $options) : null,
        'is_call' => $is_call,
    ];
}

/**
 * Keeps the click of the current request, and returns it. Call it before any output, and only with the visitor's consent.
 * The call of the pages' script is answered, and ends the program.
 */
function keep_click(array $options = []): ?string
{
    $is_post = ($_SERVER['REQUEST_METHOD'] ?? 'GET') === 'POST';
    $click = read_click([
        'method' => $_SERVER['REQUEST_METHOD'] ?? 'GET',
        'path' => (string) parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH),
        'query' => $_GET,
        'cookies' => $_SERVER['HTTP_COOKIE'] ?? '',
        'body' => $is_post ? (string) file_get_contents('php://input', false, null, 0, MAX_BODY + 1) : '',
        'site' => $_SERVER['HTTP_SEC_FETCH_SITE'] ?? '',
    ], $options);
    if ($click['cookie'] !== null) {
        header('Set-Cookie: ' . $click['cookie'], false);
    }
    if ($click['is_call']) {
        http_response_code(204);
        exit;
    }
    return $click['id'];
}

/** An amount as it is signed: a decimal text with two decimals, or three where the currency has them. */
function amount_text($amount): string
{
    if (!is_string($amount) || preg_match('/^(0|[1-9]\d*)(\.\d{1,3})?$/D', $amount) !== 1) {
        throw new \InvalidArgumentException("An amount must be a text such as '120.50'");
    }
    [$whole, $fraction] = explode('.', "$amount.");
    return preg_replace('/(\.\d\d)0$/', '$1', $whole . '.' . str_pad($fraction, 2, '0'));
}

/**
 * The body of `POST /api/track/conversion`, signed with the brand's tracking secret.
 *
 * @param array $order click_id (or brand_id with coupon_code), transaction_id, order_value as text, and what else the API takes
 */
function signed_order(string $secret, array $order): string
{
    $value = amount_text($order['order_value'] ?? null);
    $signed = implode('.', [$order['click_id'] ?? $order['brand_id'] ?? '', $order['transaction_id'] ?? '', $value]);
    return json_encode(
        ['signature' => hash_hmac('sha256', $signed, $secret)] + $order,
        JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR
    );
}

/**
 * Posts JSON, and returns the status of the answer; 0 where there was none. An order counts once, however often it is posted.
 *
 * @param string[] $headers
 */
function post_json(string $url, string $body, array $headers = []): int
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => array_merge(['Content-Type: application/json'], $headers),
        'content' => $body,
        'timeout' => 10,
        'ignore_errors' => true,
        'follow_location' => 0,
    ]]);
    $stream = @fopen($url, 'rb', false, $context);
    if ($stream === false) {
        return 0;
    }
    $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
    fclose($stream);
    return preg_match('/^HTTP\/\S+ (\d{3})/', (string) ($lines[0] ?? ''), $found) === 1 ? (int) $found[1] : 0;
}

/** Reports an order, up to three times; true where the platform has it (201, or 409 for one that it had before). */
function report_order(string $url, string $secret, array $order): bool
{
    $body = signed_order($secret, $order);
    for ($attempt = 1; $attempt <= 3; $attempt++) {
        $status = post_json(rtrim($url, '/') . '/api/track/conversion', $body);
        if ($status === 201 || $status === 409) {
            return true;
        }
        if ($status !== 0 && $status !== 429 && $status < 500) {
            return false;
        }
        if ($attempt < 3) {
            usleep(random_int(0, 250000 * $attempt));
        }
    }
    return false;
}

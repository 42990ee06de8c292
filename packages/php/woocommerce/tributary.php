<?php
/**
 * Plugin Name: Tributary for WooCommerce
 * Description: Keeps the visitor's click, and reports orders, refunds and renewals to Tributary.
 * Version: 0.1.0
 * Requires at least: 6.2
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.0
 */

declare(strict_types=1);

namespace Tributary\WooCommerce;

use function Tributary\click_id;
use function Tributary\click_in_call;
use function Tributary\click_in_cookies;
use function Tributary\cookie_for;

defined('ABSPATH') || exit;

require_once is_file(__DIR__ . '/clicks.php') ? __DIR__ . '/clicks.php' : __DIR__ . '/../php/tributary.php';

const SETTINGS = 'tributary_settings';
const CLICK = '_click_id';
const SEND = 'tributary_send_order';
/** Seconds until each further attempt. */
const WAITS = [60, 600, 3600, 21600, 86400];

/** A setting: script (its address), integrity, webhook_url, secret. */
function setting(string $name): string
{
    $settings = get_option(SETTINGS, []);
    return is_array($settings) ? (string) ($settings[$name] ?? '') : '';
}

/** Whether the visitor agreed; by the WP Consent API where a banner uses it, and by the filter `tributary_has_consent`. */
function has_consent(): bool
{
    $agreed = !function_exists('wp_has_consent') || wp_has_consent('marketing');
    return (bool) apply_filters('tributary_has_consent', $agreed);
}

/** The click of the current visitor; null without one, or without consent. */
function current_click(): ?string
{
    if (!has_consent()) {
        return null;
    }
    $landed = click_id(isset($_GET['click_id']) ? wp_unslash($_GET['click_id']) : null);
    return $landed ?? click_in_cookies(cookies_of_request());
}

/** The Cookie header of the current request. */
function cookies_of_request(): string
{
    return isset($_SERVER['HTTP_COOKIE']) ? (string) wp_unslash($_SERVER['HTTP_COOKIE']) : '';
}

/** The cookie of this site: for its subdomains where WordPress has a cookie domain. */
function cookie_header(string $click): string
{
    $domain = defined('COOKIE_DOMAIN') ? (string) COOKIE_DOMAIN : '';
    return 'Set-Cookie: ' . cookie_for($click, ['domain' => $domain, 'secure' => is_ssl()]);
}

/** Keeps the click of a landing page in a cookie of this server, which lives 90 days in every browser. */
function keep_click(): void
{
    $landed = click_id(isset($_GET['click_id']) ? wp_unslash($_GET['click_id']) : null);
    if ($landed === null || !has_consent() || $landed === click_in_cookies(cookies_of_request()) || headers_sent()) {
        return;
    }
    header(cookie_header($landed), false);
}

/** Answers the script of the pages, which requests the cookie (`data-cookie`). */
function answer_script($request)
{
    $click = click_in_call((string) $request->get_body(), (string) $request->get_header('sec_fetch_site'));
    if ($click !== null && has_consent() && !headers_sent()) {
        header(cookie_header($click), false);
    }
    return new \WP_REST_Response(null, 204);
}

function print_script(): void
{
    $address = setting('script');
    if ($address === '') {
        return;
    }
    $integrity = setting('integrity');
    printf(
        '<script async src="%s"%s crossorigin="anonymous" data-cookie="%s"></script>' . "\n",
        esc_url($address),
        $integrity === '' ? '' : ' integrity="' . esc_attr($integrity) . '"',
        esc_attr((string) wp_parse_url(rest_url('tributary/v1/kept-click'), PHP_URL_PATH))
    );
}

/** Writes the click into a new order, in a field that customers do not see. */
function mark_order($order): void
{
    $click = current_click();
    if ($click !== null) {
        $order->update_meta_data(CLICK, $click);
    }
}

/** The order of the block checkout is saved before this hook. */
function mark_saved_order($order): void
{
    mark_order($order);
    $order->save();
}

/** A renewal keeps the click of the order that began the subscription. */
function mark_renewal($renewal, $subscription)
{
    if ((string) $renewal->get_meta(CLICK) !== '') {
        return $renewal;
    }
    $parent = $subscription->get_parent();
    $click = click_id($subscription->get_meta(CLICK)) ?? ($parent ? click_id($parent->get_meta(CLICK)) : null);
    if ($click !== null) {
        $renewal->update_meta_data(CLICK, $click);
        $renewal->save();
    }
    return $renewal;
}

/** An order as WooCommerce's REST API has it, with the fields that the platform reads; without the person where no affiliate can have brought it. */
function order_payload($order): array
{
    $click = click_id($order->get_meta(CLICK));
    $codes = array_values(array_map(fn($code) => ['code' => (string) $code], $order->get_coupon_codes()));
    $may_earn = $click !== null || $codes !== [];
    $created = $order->get_date_created();
    $number = fn($amount): string => wc_format_decimal($amount, wc_get_price_decimals());
    return [
        'id' => $order->get_id(),
        'status' => $order->get_status(),
        'currency' => $order->get_currency(),
        'total' => $number($order->get_total()),
        'customer_id' => $may_earn ? $order->get_customer_id() : 0,
        'customer_ip_address' => $may_earn ? $order->get_customer_ip_address() : '',
        'customer_user_agent' => $order->get_customer_user_agent(),
        'billing' => ['email' => $may_earn ? $order->get_billing_email() : ''],
        'coupon_lines' => $codes,
        'meta_data' => $click === null ? [] : [['key' => CLICK, 'value' => $click]],
        'line_items' => array_values(array_map(fn($item) => [
            'sku' => ($product = $item->get_product()) ? (string) $product->get_sku() : '',
            'name' => $item->get_name(),
            'quantity' => (int) $item->get_quantity(),
            'price' => $number($order->get_item_total($item, false, false)),
        ], $order->get_items())),
        'date_created_gmt' => $created ? gmdate('Y-m-d\TH:i:s', $created->getTimestamp()) : null,
        'refunds' => array_values(array_map(fn($refund) => [
            'id' => $refund->get_id(),
            'total' => '-' . $number($refund->get_amount()),
        ], $order->get_refunds())),
    ];
}

/** Sends an order later, by WooCommerce's own queue, so that no checkout waits for the platform. */
function queue_order($order_id, string $topic = 'order.updated'): void
{
    if (setting('webhook_url') !== '') {
        as_enqueue_async_action(SEND, [(int) $order_id, $topic, 0], 'tributary');
    }
}

/** Posts an order, signed as WooCommerce signs its webhooks; what is not taken is repeated up to five times, over a day. */
function send_order(int $order_id, string $topic, int $attempt): void
{
    $order = wc_get_order($order_id);
    if (!$order && $topic !== 'order.deleted') {
        return;
    }
    $payload = $topic === 'order.deleted' ? ['id' => $order_id] : order_payload($order);
    $body = (string) wp_json_encode($payload);
    $answer = wp_remote_post(setting('webhook_url'), [
        'timeout' => 15,
        'redirection' => 0,
        'headers' => [
            'Content-Type' => 'application/json',
            'X-WC-Webhook-Topic' => $topic,
            'X-WC-Webhook-Signature' => base64_encode(hash_hmac('sha256', $body, setting('secret'), true)),
        ],
        'body' => $body,
    ]);
    $status = is_wp_error($answer) ? 0 : (int) wp_remote_retrieve_response_code($answer);
    $may_pass_later = $status === 0 || $status === 429 || $status >= 500;
    if ($may_pass_later && isset(WAITS[$attempt])) {
        as_schedule_single_action(time() + WAITS[$attempt], SEND, [$order_id, $topic, $attempt + 1], 'tributary');
    } elseif ($status < 200 || $status > 299) {
        wc_get_logger()->error("Order $order_id was not taken: status $status", ['source' => 'tributary']);
    }
}

/** @param mixed $given what the form has */
function clean_settings($given): array
{
    $text = fn(string $name): string => is_array($given) ? sanitize_text_field((string) ($given[$name] ?? '')) : '';
    return [
        'script' => esc_url_raw($text('script'), ['https', 'http']),
        'integrity' => $text('integrity'),
        'webhook_url' => esc_url_raw($text('webhook_url'), ['https', 'http']),
        'secret' => $text('secret') === '' ? setting('secret') : $text('secret'),
    ];
}

const FIELDS = [
    'script' => 'Address of the script',
    'integrity' => 'Its hash (integrity)',
    'webhook_url' => 'webhook_url of the integration',
    'secret' => 'Secret of the integration (empty: unchanged)',
];

function print_settings(): void
{
    echo '<div class="wrap"><h1>Tributary</h1><form method="post" action="options.php">';
    settings_fields(SETTINGS);
    echo '<table class="form-table">';
    foreach (FIELDS as $name => $label) {
        printf(
            '<tr><th><label for="%1$s">%2$s</label></th><td><input class="regular-text" id="%1$s" name="%3$s[%1$s]" type="%4$s" value="%5$s"></td></tr>',
            esc_attr($name),
            esc_html($label),
            esc_attr(SETTINGS),
            $name === 'secret' ? 'password' : 'text',
            $name === 'secret' ? '' : esc_attr(setting($name))
        );
    }
    echo '</table>';
    submit_button();
    echo '</form></div>';
}

function start(): void
{
    add_action('init', __NAMESPACE__ . '\keep_click');
    add_action('wp_head', __NAMESPACE__ . '\print_script', 1);
    add_action('rest_api_init', fn() => register_rest_route('tributary/v1', '/kept-click', [
        'methods' => 'POST',
        'callback' => __NAMESPACE__ . '\answer_script',
        'permission_callback' => '__return_true',
    ]));
    add_action('woocommerce_checkout_create_order', __NAMESPACE__ . '\mark_order');
    add_action('woocommerce_store_api_checkout_order_processed', __NAMESPACE__ . '\mark_saved_order');
    add_filter('wcs_renewal_order_created', __NAMESPACE__ . '\mark_renewal', 10, 2);
    add_action('woocommerce_order_status_changed', fn($id) => queue_order($id));
    add_action('woocommerce_order_refunded', fn($id) => queue_order($id));
    add_action('woocommerce_trash_order', fn($id) => queue_order($id, 'order.deleted'));
    add_action('woocommerce_before_delete_order', fn($id) => queue_order($id, 'order.deleted'));
    add_action('woocommerce_untrash_order', fn($id) => queue_order($id, 'order.restored'));
    add_action(SEND, __NAMESPACE__ . '\send_order', 10, 3);
    add_action('admin_init', fn() => register_setting(SETTINGS, SETTINGS, ['sanitize_callback' => __NAMESPACE__ . '\clean_settings']));
    add_action('admin_menu', fn() => add_options_page('Tributary', 'Tributary', 'manage_woocommerce', 'tributary', __NAMESPACE__ . '\print_settings'));
    add_action('before_woocommerce_init', function (): void {
        if (class_exists(\Automattic\WooCommerce\Utilities\FeaturesUtil::class)) {
            \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
            \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('cart_checkout_blocks', __FILE__, true);
        }
    });
}

start();

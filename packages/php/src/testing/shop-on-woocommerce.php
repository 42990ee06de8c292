<?php
/** A visitor lands, buys, gets a part of the money back, and a subscription renews; prints what the plugin did as JSON. */

declare(strict_types=1);

require __DIR__ . '/wordpress.php';

$given = json_decode((string) stream_get_contents(STDIN), true);
World::$options['tributary_settings'] = [
    'script' => 'https://links.example.com/t/1.0.0.js',
    'integrity' => 'sha384-x',
    'webhook_url' => 'https://api.example.com/api/integrations/1/orders',
    'secret' => $given['secret'],
];
World::$consent = $given['consent'] ?? true;
World::$status = $given['status'] ?? 200;

require __DIR__ . '/../../woocommerce/tributary.php';

function order(int $id, array $fields = []): WC_Order
{
    $order = new WC_Order($fields + [
        'id' => $id,
        'status' => 'pending',
        'currency' => 'EUR',
        'total' => '59.98',
        'customer_id' => 7,
        'customer_ip_address' => '198.51.100.4',
        'customer_user_agent' => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
        'billing_email' => 'buyer@example.com',
        'coupon_codes' => [],
        'items' => [new Line(['sku' => 'OAK-1', 'name' => 'Oak chair', 'quantity' => 2, 'price' => 29.99])],
    ]);
    $order->save();
    return $order;
}

/** A request of the visitor. */
function visit(array $query, string $cookies = ''): void
{
    $_GET = $query;
    $_SERVER['HTTP_COOKIE'] = $cookies;
    do_action('init');
}

$first = $given['order_id'];
visit(['click_id' => $given['click_id']]);
visit([], 'other=1; tributary_click_id=' . $given['click_id']);

ob_start();
do_action('wp_head');
$head = ob_get_clean();

// The visitor buys; the block checkout of the subscription works alike.
$order = order($first);
do_action('woocommerce_checkout_create_order', $order, []);
$order->become('processing');
$order->refunds[] = new Refund($first + 1, '9.98');
do_action('woocommerce_order_refunded', $first, $first + 1);
run_queue();

$parent = order($first + 2);
do_action('woocommerce_store_api_checkout_order_processed', $parent);
$parent->become('completed');

// A month later, nobody visits: the renewal is made by a schedule.
visit([]);
$subscription = new WC_Order(['id' => $first + 3]);
$subscription->parent = $parent;
$renewal = apply_filters('wcs_renewal_order_created', order($first + 4), $subscription);
$renewal->become('processing');
$renewal->become('cancelled');

// An order that nobody brought.
order($first + 5)->become('processing');
do_action('woocommerce_trash_order', $first + 5);
run_queue();

do_action('rest_api_init');
$route = World::$routes['tributary/v1/kept-click'];
$call = fn(string $body, string $site) => new class ($body, $site) {
    private array $facts;
    public function __construct(string $body, string $site)
    {
        $this->facts = [$body, $site];
    }
    public function get_body(): string
    {
        return $this->facts[0];
    }
    public function get_header(string $name): string
    {
        return $this->facts[1];
    }
};
$body = json_encode(['click_id' => $given['click_id']]);
$answers = [
    $route['callback']($call($body, 'same-origin'))->status,
    $route['callback']($call($body, 'cross-site'))->status,
];

echo json_encode([
    'head' => $head,
    'answers' => $answers,
    'headers' => World::$headers,
    'requests' => World::$requests,
    'later' => World::$later,
    'logged' => World::$logged,
], JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);

<?php
/** A shop in one file: TRIBUTARY_URL=… TRIBUTARY_SIGNING_SECRET=… php -S localhost:3000 shop.php */

declare(strict_types=1);

require __DIR__ . '/../php/tributary.php';

// `secure` is false because this shop runs on http://localhost.
$click = Tributary\keep_click(['secure' => false]);
$page = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($page === '/orders' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    $number = bin2hex(random_bytes(6));
    $is_reported = $click !== null && Tributary\report_order(
        (string) getenv('TRIBUTARY_URL'),
        (string) getenv('TRIBUTARY_SIGNING_SECRET'),
        [
            'click_id' => $click,
            'transaction_id' => "tx-$number",
            'order_id' => $number,
            'order_value' => '120.50',
            'currency' => 'USD',
        ]
    );
    http_response_code(201);
    header('Content-Type: application/json');
    echo json_encode(['order' => $number, 'is_reported' => $is_reported]);
    return;
}

echo '<h1>Oak chairs</h1><form method="post" action="/orders"><button>Buy one for 120.50</button></form>';

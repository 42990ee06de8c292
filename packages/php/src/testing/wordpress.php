<?php
/** What the plugin uses of WordPress, WooCommerce and Action Scheduler, in memory. */

declare(strict_types=1);

namespace {
    define('ABSPATH', __DIR__);

    final class World
    {
        public static array $hooks = [];
        public static array $options = [];
        public static array $orders = [];
        public static array $queue = [];
        public static array $later = [];
        public static array $requests = [];
        public static array $headers = [];
        public static array $logged = [];
        public static array $routes = [];
        public static int $status = 200;
        public static bool $consent = true;
    }

    function add_action(string $name, callable $run, int $priority = 10, int $count = 1): void
    {
        World::$hooks[$name][] = [$run, $count];
    }
    function add_filter(string $name, callable $run, int $priority = 10, int $count = 1): void
    {
        add_action($name, $run, $priority, $count);
    }
    function do_action(string $name, ...$given): void
    {
        foreach (World::$hooks[$name] ?? [] as [$run, $count]) {
            $run(...array_slice($given, 0, $count));
        }
    }
    function apply_filters(string $name, $value, ...$given)
    {
        foreach (World::$hooks[$name] ?? [] as [$run, $count]) {
            $value = $run(...array_slice([$value, ...$given], 0, $count));
        }
        return $value;
    }
    function get_option(string $name, $default)
    {
        return World::$options[$name] ?? $default;
    }
    function wp_has_consent(string $kind): bool
    {
        return World::$consent;
    }
    function wp_unslash($value)
    {
        return is_string($value) ? stripslashes($value) : $value;
    }
    function is_ssl(): bool
    {
        return true;
    }
    function esc_url(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }
    function esc_attr(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }
    function rest_url(string $path): string
    {
        return "https://shop.example/wp-json/$path";
    }
    function wp_parse_url(string $url, int $part)
    {
        return parse_url($url, $part);
    }
    function register_rest_route(string $space, string $route, array $options): void
    {
        World::$routes[$space . $route] = $options;
    }
    function wp_json_encode($value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR);
    }
    function wp_remote_post(string $url, array $options): array
    {
        World::$requests[] = ['url' => $url, 'headers' => $options['headers'], 'body' => $options['body']];
        return ['status' => World::$status];
    }
    function is_wp_error($answer): bool
    {
        return false;
    }
    function wp_remote_retrieve_response_code(array $answer): int
    {
        return $answer['status'];
    }
    function as_enqueue_async_action(string $hook, array $given, string $group): void
    {
        World::$queue[] = [$hook, $given];
    }
    function as_schedule_single_action(int $at, string $hook, array $given, string $group): void
    {
        World::$later[] = ['in' => $at - time(), 'given' => $given];
    }
    /** Runs what waits in the queue. */
    function run_queue(): void
    {
        while (($next = array_shift(World::$queue)) !== null) {
            do_action($next[0], ...$next[1]);
        }
    }
    function wc_get_order(int $id)
    {
        return World::$orders[$id] ?? false;
    }
    function wc_get_price_decimals(): int
    {
        return 2;
    }
    function wc_format_decimal($amount, int $decimals): string
    {
        return number_format((float) $amount, $decimals, '.', '');
    }
    function wc_get_logger(): object
    {
        return new class {
            public function error(string $message, array $context): void
            {
                World::$logged[] = $message;
            }
        };
    }

    final class WP_REST_Response
    {
        public int $status;
        public function __construct($data, int $status)
        {
            $this->status = $status;
        }
    }

    /** A product line of an order. */
    final class Line
    {
        public array $fields;
        public function __construct(array $fields)
        {
            $this->fields = $fields;
        }
        public function get_product(): object
        {
            return new class ($this->fields['sku']) {
                private string $sku;
                public function __construct(string $sku)
                {
                    $this->sku = $sku;
                }
                public function get_sku(): string
                {
                    return $this->sku;
                }
            };
        }
        public function get_name(): string
        {
            return $this->fields['name'];
        }
        public function get_quantity(): int
        {
            return $this->fields['quantity'];
        }
    }

    final class Refund
    {
        private int $id;
        private string $amount;
        public function __construct(int $id, string $amount)
        {
            [$this->id, $this->amount] = [$id, $amount];
        }
        public function get_id(): int
        {
            return $this->id;
        }
        public function get_amount(): string
        {
            return $this->amount;
        }
    }

    /** An order or a subscription. */
    final class WC_Order
    {
        public array $fields;
        public array $meta = [];
        public array $refunds = [];
        public ?WC_Order $parent = null;
        public function __construct(array $fields)
        {
            $this->fields = $fields;
        }
        /** Getters without a rule of their own, such as get_id. */
        public function __call(string $name, array $given)
        {
            return $this->fields[substr($name, 4)];
        }
        public function get_meta(string $name)
        {
            return $this->meta[$name] ?? '';
        }
        public function update_meta_data(string $name, $value): void
        {
            $this->meta[$name] = $value;
        }
        public function save(): void
        {
            World::$orders[$this->fields['id']] = $this;
        }
        public function get_parent(): ?WC_Order
        {
            return $this->parent;
        }
        public function get_refunds(): array
        {
            return $this->refunds;
        }
        public function get_item_total(Line $item, bool $with_tax, bool $rounded): float
        {
            return $item->fields['price'];
        }
        public function get_date_created(): DateTimeImmutable
        {
            return new DateTimeImmutable('now');
        }
        /** Changes the state as WooCommerce does. */
        public function become(string $status): void
        {
            $from = $this->fields['status'];
            $this->fields['status'] = $status;
            do_action('woocommerce_order_status_changed', $this->fields['id'], $from, $status, $this);
            run_queue();
        }
    }
}

namespace Tributary\WooCommerce {
    function header(string $line, bool $replaces): void
    {
        \World::$headers[] = $line;
    }
    function headers_sent(): bool
    {
        return false;
    }
}

<?php
/** What the middleware uses of Laravel's requests and responses; prints what requests led to, as JSON. */

declare(strict_types=1);

namespace Symfony\Component\HttpFoundation {
    class Headers
    {
        public array $all = [];
        public function set(string $name, string $value, bool $replaces = true): void
        {
            $this->all[] = "$name: $value";
        }
    }
    class Response
    {
        public Headers $headers;
        public int $status;
        public function __construct(string $content = '', int $status = 200)
        {
            $this->headers = new Headers();
            $this->status = $status;
        }
    }
}

namespace {
    class Bag
    {
        private array $all;
        public function __construct(array $all = [])
        {
            $this->all = $all;
        }
        public function all(): array
        {
            return $this->all;
        }
        public function get(string $name)
        {
            return $this->all[$name] ?? null;
        }
        public function set(string $name, $value): void
        {
            $this->all[$name] = $value;
        }
    }
    class Request
    {
        public Bag $query;
        public Bag $headers;
        public Bag $cookies;
        public Bag $attributes;
        private array $facts;
        public function __construct(array $facts)
        {
            $this->facts = $facts;
            $this->query = new Bag($facts['query'] ?? []);
            $this->headers = new Bag($facts['headers'] ?? []);
            $this->cookies = new Bag($facts['cookies'] ?? []);
            $this->attributes = new Bag();
        }
        public function getMethod(): string
        {
            return $this->facts['method'] ?? 'GET';
        }
        public function getPathInfo(): string
        {
            return $this->facts['path'] ?? '/';
        }
        public function getContent(): string
        {
            return $this->facts['body'] ?? '';
        }
    }

    require __DIR__ . '/../../php/KeepClicks.php';

    $given = json_decode((string) stream_get_contents(STDIN), true);
    // The middleware of the documentation, a class `KeepClicks`.
    eval($given['middleware']);

    $outcomes = [];
    foreach ($given['requests'] as $facts) {
        $request = new Request($facts);
        $response = (new KeepClicks())->handle($request, fn() => new \Symfony\Component\HttpFoundation\Response('page'));
        $outcomes[] = [$response->status, $request->attributes->get('click_id'), $response->headers->all];
    }
    echo json_encode($outcomes);
}

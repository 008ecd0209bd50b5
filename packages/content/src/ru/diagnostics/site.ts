import { countWithNoun, days } from '../writing/plural.ts'
import { dnsAdvice } from './dns.ts'
import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about the domain name, the certificate and the proxy. */
export const aboutSite = {
  site_local: ({ site }) => [`Сайт только для этой машины: ${site}.`],
  dns_good: ({ host, addresses }) => [
    `Имя ${host} ведёт на ${addresses}. Это должен быть адрес вашего сервера.`,
  ],
  dns_missing: ({ host }) => [
    `Имя ${host} никуда не ведёт: сайт по нему не откроется.`,
    `Заведите запись A с адресом сервера (для IPv6 — AAAA). ${dnsAdvice} Новая запись видна через час-два.`,
  ],
  tls_good: ({ host, days: left }) => [`Сертификат ${host} действует ещё ${countWithNoun(left, days)}.`],
  tls_soon: ({ host, days: left }) => [
    `Сертификат ${host} кончается: осталось ${countWithNoun(left, days)}.`,
    'Обычно он обновляется сам. Посмотрите журнал прокси: journalctl -u caddy (или certbot renew для nginx).',
  ],
  tls_expired: ({ host }) => [
    `Сертификат ${host} истёк: браузеры не открывают сайт.`,
    'Обновите его: перезапустите Caddy или выполните certbot renew. Проверьте, что порты 80 и 443 открыты.',
  ],
  tls_other_name: ({ host }) => [
    `Сертификат выписан на другое имя, не на ${host}.`,
    'Назовите это имя в настройках прокси (в Caddyfile — первой строкой): он получит сертификат на него.',
  ],
  tls_untrusted: ({ host, reason }) => [
    `Сертификату ${host} браузеры не доверяют (${reason}).`,
    'Возьмите настоящий: Caddy получает его сам, для nginx есть certbot. Если он настоящий, отдавайте его вместе с цепочкой (fullchain.pem).',
  ],
  tls_away: ({ host, port }) => [
    `${host} не отвечает по защищённому соединению (порт ${port}).`,
    'Проверьте, что прокси запущен, порт открыт у хостинга и имя ведёт на этот сервер.',
  ],
  site_good: ({ site }) => [`Сайт отвечает по адресу ${site}.`],
  site_away: ({ site }) => [
    `Сайт не отвечает по адресу ${site}.`,
    'Проверьте, что он запущен (systemctl status clearday), прокси передаёт запросы на его порт, а SITE_URL назван верно.',
  ],
  site_not_ready: ({ site, status }) => [
    `Сайт ${site} отвечает, но не готов работать (${status}): база данных не отвечает, или в неё нельзя писать.`,
    'Посмотрите, есть ли место на диске, и журнал: journalctl -u clearday -n 50',
  ],
  site_other: ({ site }) => [
    `По адресу ${site} отвечает что-то другое, не этот сайт.`,
    'Проверьте, на какой порт прокси передаёт запросы (PORT, по умолчанию 3000) и туда ли ведёт имя.',
  ],
  proxy_good: () => ['Прокси передаёт адреса посетителей, и сайт верит только ему.'],
  proxy_silent: () => [
    'Прокси не передаёт адрес посетителя (X-Forwarded-For): для сайта все посетители — один, и ограничения сработают на всех сразу.',
    'Caddy передаёт его сам. Для nginx добавьте: proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  proxy_ignored: () => [
    'Прокси передаёт адрес посетителя, но сайт ему не верит: для сайта все посетители — один.',
    'Назовите адрес прокси в TRUST_PROXY: на той же машине — loopback, в Docker — uniquelocal. Если задан PROXY_SECRET, прокси должен передавать его в X-Proxy-Secret.',
  ],
  proxy_forged: () => [
    'Посетитель может назваться чужим адресом, и сайт поверит: ограничения так обходят.',
    'В TRUST_PROXY назовите адрес прокси вместо 1, а прокси пусть не пропускает чужой X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
  ],
  proxy_neighbours: () => [
    'Сайт верит любой программе на этом сервере: она может назваться прокси, и ограничения для неё не сработают.',
    'Задайте PROXY_SECRET, а прокси пусть передаёт его: в Caddy — header_up X-Proxy-Secret, в nginx — proxy_set_header X-Proxy-Secret (docs/production.md, «Running it»).',
  ],
  host_open: ({ host }) => [
    `Сайт слушает не только этот сервер (HOST=${host}): к нему можно прийти мимо прокси, без шифрования.`,
    'Уберите HOST, если прокси на этом же сервере. Если он на другом, закройте порт для всех, кроме него.',
  ],
  proxy_plain: () => [
    'Прокси не говорит сайту, что соединение защищено (X-Forwarded-Proto).',
    'Для nginx добавьте: proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  proxy_other_host: ({ arrived, wanted }) => [
    `Прокси передаёт сайту имя ${arrived} вместо ${wanted}.`,
    'Для nginx добавьте: proxy_set_header Host $host;',
  ],
} satisfies TextsOfFindings

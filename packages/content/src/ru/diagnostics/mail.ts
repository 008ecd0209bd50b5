import { dnsAdvice } from './dns.ts'
import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about the mail server and the sender's DNS records. */
export const aboutMail = {
  mail_sandbox: () => ['Письма никуда не уходят: их читают на странице /sandbox/mail.'],
  smtp_good: ({ server }) => [`Почтовый сервер ${server} принимает письма от сайта.`],
  smtp_login: ({ server }) => [
    `Почтовый сервер ${server} не принимает имя или пароль: никто не сможет войти.`,
    'Проверьте SMTP_USER и SMTP_PASSWORD. Многим сервисам нужен отдельный пароль для программ, не пароль от ящика.',
  ],
  smtp_tls: ({ server }) => [
    `С почтовым сервером ${server} нет защищённого соединения.`,
    'Порт 465 — с SMTP_SECURE=1, порт 587 — с SMTP_SECURE=0. Имя в SMTP_HOST должно совпадать с сертификатом сервера.',
  ],
  smtp_away: ({ server }) => [
    `Почтовый сервер ${server} не отвечает: никто не сможет войти.`,
    'Проверьте SMTP_HOST и SMTP_PORT. Многие хостинги закрывают исходящую почту: попросите открыть порт или возьмите 587.',
  ],
  sender_unreadable: () => [
    'В MAIL_FROM нет почтового адреса.',
    'Напишите так: Ясный день <hello@clearday.kz>',
  ],
  spf_good: ({ domain }) => [`SPF у ${domain} есть.`],
  spf_missing: ({ domain }) => [
    `У ${domain} нет записи SPF: письма с кодами попадут в спам.`,
    `Добавьте запись TXT вида «v=spf1 include:… ~all»; точные слова даёт почтовый сервис. ${dnsAdvice}`,
  ],
  spf_many: ({ domain }) => [
    `У ${domain} несколько записей SPF, и тогда не действует ни одна.`,
    'Соберите их в одну: v=spf1 include:первый include:второй ~all',
  ],
  spf_open: ({ domain }) => [
    `SPF у ${domain} разрешает писать от вашего имени кому угодно (+all).`,
    'Замените +all на ~all.',
  ],
  dkim_good: ({ domain, selector }) => [
    `DKIM у ${domain} есть (${selector}). Что письма им подписаны, видно в полученном письме: dkim=pass.`,
  ],
  dkim_missing: ({ domain, selector }) => [
    `У ${domain} нет ключа DKIM с именем ${selector}: письма с кодами попадут в спам.`,
    `Добавьте запись TXT ${selector}._domainkey.${domain}; её текст даёт почтовый сервис. ${dnsAdvice} Или исправьте MAIL_DKIM_SELECTOR.`,
  ],
  dkim_revoked: ({ domain, selector }) => [
    `Ключ DKIM ${selector} у ${domain} отозван (пустой).`,
    `Возьмите у почтового сервиса новый и внесите его. ${dnsAdvice}`,
  ],
  dkim_unknown: ({ domain }) => [
    `Ключ DKIM у ${domain} под обычными именами не нашёлся.`,
    'Узнайте у почтового сервиса имя ключа (selector) и впишите его в MAIL_DKIM_SELECTOR; если ключа нет, заведите.',
  ],
  dmarc_good: ({ domain }) => [`DMARC у ${domain} есть.`],
  dmarc_missing: ({ domain }) => [
    `У ${domain} нет записи DMARC: часть писем попадёт в спам.`,
    `Добавьте запись TXT _dmarc.${domain} со словами «v=DMARC1; p=none». ${dnsAdvice}`,
  ],
} satisfies TextsOfFindings

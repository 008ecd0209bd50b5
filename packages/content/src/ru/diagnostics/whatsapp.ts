import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about WhatsApp and its templates. */
export const aboutWhatsapp = {
  whatsapp_sandbox: () => ['Сообщения никуда не уходят: их читают на странице /sandbox/whatsapp.'],
  whatsapp_off: () => [
    'WhatsApp выключен: программа не продаётся, чек-листы скачивают.',
    'Когда Meta одобрит номер и шаблоны, задайте WHATSAPP=cloud и его настройки.',
  ],
  whatsapp_good: ({ templates }) => [`WhatsApp готов: номер может писать, шаблонов одобрено: ${templates}.`],
  whatsapp_token: () => [
    'Meta не принимает WHATSAPP_TOKEN.',
    'Выпустите новый у системного пользователя (бессрочный, с правами whatsapp_business_messaging и whatsapp_business_management) и впишите его.',
  ],
  whatsapp_number: () => [
    'Meta не знает номера из WHATSAPP_PHONE_NUMBER_ID, или он недоступен этому токену.',
    'Впишите Phone number ID со страницы WhatsApp → API Setup: это не сам телефон и не номер аккаунта.',
  ],
  whatsapp_blocked: () => [
    'Meta не даёт этому номеру писать.',
    'Откройте WhatsApp Manager: там сказано почему. Чаще всего нет карты для оплаты или не подтверждена компания.',
  ],
  whatsapp_limited: () => [
    'Meta ограничивает этот номер.',
    'Откройте WhatsApp Manager: там сказано, чего не хватает. Новый номер пишет 250 людям в сутки.',
  ],
  whatsapp_away: ({ reason }) => [
    `Meta не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  templates_unread: () => [
    'Список шаблонов прочитать не получилось.',
    'Дайте токену право whatsapp_business_management и запустите проверку ещё раз.',
  ],
  template_missing: ({ template, language }) => [
    `Шаблона ${template} на языке ${language} у Meta нет: его сообщения не уйдут.`,
    'Заведите его слово в слово: npm run whatsapp:templates',
  ],
  template_waiting: ({ template, status }) => [
    `Шаблон ${template} не одобрен (${status}): его сообщения не уйдут.`,
    'PENDING — подождите; REJECTED, PAUSED и DISABLED — откройте его в WhatsApp Manager, там сказано почему.',
  ],
  template_other: ({ template }) => [
    `Шаблон ${template} у Meta другой: не те места для имени или нет документа.`,
    'Исправьте его у Meta слово в слово: npm run whatsapp:templates',
  ],
} satisfies TextsOfFindings

import type { Owner } from '@app/contracts/client-config'
import type { ConsentKind } from '@app/domain/consents/consent'
import { retentionYears } from '@app/domain/retention/retention'
import { type Block, type Inline, link, list, paragraph } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'
import { mailLink } from './page.ts'
import { crossBorder, dataLists, withdrawalWorkingDays } from './personal-data.ts'

export type ConsentId = ConsentKind

export type ConsentText = {
  id: ConsentId
  /** The version is stored with the acceptance. A changed meaning needs a new version. */
  version: string
  title: string
  /** Stands at the tick, which is never set beforehand. */
  label: readonly Inline[]
  text: readonly Block[]
}

/** The current versions, which are the only ones that the server accepts. */
export const consentVersions = {
  health: 'health-2026-11',
  marketing: 'marketing-2026-11',
  messages: 'messages-2026-11',
} as const satisfies Record<ConsentId, string>

/**
 * Consent to the processing of quiz answers, health included. States what article 8(4) of Law 94-V
 * lists: operator with IIN, subject, term, third parties, cross-border transfer, open sources, list
 * of data.
 */
export function healthConsent(owner: Owner): ConsentText {
  return typeset({
    id: 'health',
    version: consentVersions.health,
    title: 'Согласие на обработку данных, в том числе о здоровье',
    label: [
      'Даю согласие на обработку моих данных, в том числе о здоровье, по ',
      link('политике конфиденциальности', '/privacy'),
      '. Мне есть 18 лет.',
    ],
    text: [
      paragraph(
        'Мне исполнилось 18 лет. Мои имя, почта и телефон указаны в форме. Свободно и по своей воле даю согласие на сбор и обработку моих персональных данных.',
      ),
      list(
        `Оператор: ${owner.name}, ИИН ${owner.iin}, ${owner.address}.`,
        'Цели: рассчитать и показать результат теста, сохранить его в личном кабинете, прислать чек-лист по моей просьбе, принять оплату и оказать услуги, ответить на обращения.',
        `Данные: ${dataLists.contact}; ${dataLists.body}; ${dataLists.health}; ${dataLists.place}; ${dataLists.record}.`,
        'Действия: сбор, запись, хранение, изменение, использование, передача в названных случаях, обезличивание, блокирование, удаление.',
        'Третьи лица: Robokassa (оплата), Meta (WhatsApp), почтовый сервис, PostHog (статистика), службы определения города, хостинг. Каждому — только то, что нужно для его задачи; ответы о здоровье хранит только хостинг в Казахстане.',
        `Трансграничная передача: да. ${crossBorder.whatsapp} ${sentence(crossBorder.analytics)} ${sentence(crossBorder.location)}`,
        'Публикация в открытых источниках: нет.',
        `Срок: до отзыва согласия, но не дольше ${retentionYears} лет после последнего визита.`,
      ),
      withdrawal(owner),
    ],
  })
}

/** Consent to advice and offers, apart from the first and never a condition of the result. */
export function marketingConsent(owner: Owner): ConsentText {
  return typeset({
    id: 'marketing',
    version: consentVersions.marketing,
    title: 'Согласие на советы и предложения',
    label: ['Хочу получать советы и предложения в WhatsApp и по почте. Это необязательно.'],
    text: [
      paragraph(
        'Мои имя, почта и телефон указаны в форме. Соглашаюсь получать советы о питании и предложения об услугах. Результат теста от этого не зависит.',
      ),
      list(
        `Оператор: ${owner.name}, ИИН ${owner.iin}, ${owner.address}.`,
        'Способы: сообщения в WhatsApp на мой номер и письма на мою почту.',
        `Данные: ${dataLists.contact}. Ответы теста в таких сообщениях не упоминаются.`,
        'Третьи лица: Meta (WhatsApp) и почтовый сервис.',
        'Трансграничная передача: да, Meta (США, Ирландия): номер телефона, имя и текст сообщения.',
        'Публикация в открытых источниках: нет.',
        `Срок: до отзыва согласия, но не дольше ${retentionYears} лет после последнего визита.`,
      ),
      withdrawal(owner),
    ],
  })
}

/**
 * Consent to the program's messages in WhatsApp. A purchase grants it; the reader can withdraw and
 * restore it in the cabinet.
 */
export function messagesConsent(owner: Owner): ConsentText {
  return typeset({
    id: 'messages',
    version: consentVersions.messages,
    title: 'Согласие на сообщения программы в WhatsApp',
    label: ['Хочу получать сообщения оплаченной программы в WhatsApp.'],
    text: [
      paragraph(
        'Соглашаюсь получать сообщения оплаченной программы в WhatsApp на номер, указанный в личном кабинете.',
      ),
      list(
        `Оператор: ${owner.name}, ИИН ${owner.iin}, ${owner.address}.`,
        'Способы: одно сообщение в день, пока идёт программа.',
        `Данные: ${dataLists.contact}. Ответы теста в сообщениях не упоминаются.`,
        'Третьи лица: Meta (WhatsApp).',
        'Трансграничная передача: да, Meta (США, Ирландия): номер телефона, имя, текст сообщения и файл чек-листа.',
        'Публикация в открытых источниках: нет.',
        `Срок: пока идёт программа или до отзыва согласия, но не дольше ${retentionYears} лет после последнего визита.`,
      ),
      withdrawal(owner),
    ],
  })
}

function withdrawal(owner: Owner): Block {
  return paragraph(
    'Отозвать согласие можно в личном кабинете или письмом на ',
    mailLink(owner),
    `. Обработка прекратится не позже чем через ${withdrawalWorkingDays} рабочих дней.`,
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

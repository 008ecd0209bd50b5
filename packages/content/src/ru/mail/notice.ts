import type { Owner } from '@app/contracts/client-config'
import { deviceOf } from '@app/domain/auth/device'
import { brand } from '../brand.ts'
import { formatInstant } from '../writing/date.ts'
import { deviceName } from '../writing/device.ts'
import { typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import { supportLine } from './support-line.ts'

/** A change of sign-in methods, which the account's owner is notified of. */
export type NoticeMailKind =
  | 'password_changed'
  | 'phone_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'sessions_ended'

export type NoticeMailFacts = {
  siteUrl: string
  owner: Owner
  /** `userAgent` is null when the change came from no browser of the account's owner. */
  changed: { at: Date; userAgent: string | null }
}

type NoticeWords = { title: string; happened: string; notYou: string; you: string }

const secureAccountText =
  'Если это были не вы, при входе по паролю нажмите «Забыли пароль?» и введите код из письма. Тогда закончатся все входы в кабинет, а прежний пароль и ключи доступа перестанут работать. И напишите нам: проверим, не осталось ли чужого.'
const nothingToDo = 'Если это сделали вы, ничего делать не нужно.'

const noticeWords: Readonly<Record<NoticeMailKind, NoticeWords>> = {
  password_changed: {
    title: 'Пароль изменён',
    happened: 'В вашем личном кабинете задан новый пароль. На других устройствах понадобится войти заново.',
    notYou: secureAccountText,
    you: 'Если пароль меняли вы, ничего делать не нужно.',
  },
  phone_changed: {
    title: 'Телефон для входа изменён',
    happened: 'У вашего аккаунта новый телефон для входа.',
    notYou: secureAccountText,
    you: nothingToDo,
  },
  factor_added: {
    title: 'Добавлен второй шаг входа',
    happened: 'К вашему аккаунту добавлено приложение с кодами: теперь при входе нужен код из него.',
    notYou:
      'Если это были не вы, сразу напишите нам: уберём чужое приложение. А чтобы закончить чужие входы, при входе по паролю нажмите «Забыли пароль?» и введите код из письма.',
    you: nothingToDo,
  },
  factor_removed: {
    title: 'Второй шаг входа убран',
    happened: 'Из вашего аккаунта убрано приложение с кодами.',
    notYou: secureAccountText,
    you: nothingToDo,
  },
  passkey_added: {
    title: 'Добавлен ключ доступа',
    happened: 'К вашему аккаунту добавлен ключ доступа: с ним входят без письма и кода.',
    notYou: secureAccountText,
    you: nothingToDo,
  },
  passkey_removed: {
    title: 'Ключ доступа убран',
    happened: 'Из вашего аккаунта убран ключ доступа: войти с ним больше не получится.',
    notYou: secureAccountText,
    you: nothingToDo,
  },
  sessions_ended: {
    title: 'Мы завершили ваши входы',
    happened:
      'Мы завершили все входы в ваш личный кабинет и убрали пароль, ключи доступа и приложение с кодами, чтобы никто другой в нём не остался. Ваши данные и покупки на месте: войдите снова по коду из письма.',
    notYou: 'Если вы не просили об этом, ответьте на это письмо: расскажем, почему так сделали.',
    you: 'Если просили вы, больше ничего делать не нужно.',
  },
}

/** Tells the holder of an account what was changed, when and on which device, and what to do if it was not them. */
export function noticeMail(kind: NoticeMailKind, { siteUrl, owner, changed }: NoticeMailFacts): MailText {
  const { title, happened, notYou, you } = noticeWords[kind]
  const rows: [string, string][] = [['Когда', formatInstant(changed.at)]]
  if (changed.userAgent !== null) rows.push(['Устройство', deviceName(deviceOf(changed.userAgent))])
  return buildMail({
    subject: `${title} — «${brand.title}»`,
    title,
    preview: typesetLine(happened),
    parts: [
      { kind: 'text', text: typesetLine(happened) },
      { kind: 'rows', rows },
      { kind: 'text', text: typesetLine(notYou) },
      { kind: 'button', label: 'Открыть личный кабинет', href: `${siteUrl}/profile` },
      { kind: 'small', text: typesetLine(you) },
      { kind: 'small', text: supportLine(owner) },
    ],
  })
}

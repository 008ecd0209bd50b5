import type { Owner } from '@app/contracts/client-config'
import { brand } from '../brand.ts'
import { countWithNoun, type Forms, seconds } from '../writing/plural.ts'
import { typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import type { MailPart } from './mail-part.ts'
import { type NoticeMailFacts, type NoticeMailKind, noticeMail } from './notice.ts'

/** The mails of the authentication service, under GoTrue's names. Notices have no code. */
export type AuthMailKind = CodeMailKind | Exclude<NoticeMailKind, 'sessions_ended'>

export type CodeMailKind =
  | 'confirmation'
  | 'magic_link'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'reauthentication'

/** `link` does the same as typing `code`; a change of address has no link. */
export type AuthMailFacts = {
  code: string
  link: string
  expiresInSeconds: number
  siteUrl: string
  owner: Owner
  /** For a change of address: the present address, if there is one, and the new one. */
  change?: { from: string | null; to: string }
  /** For a notice: the time of the change and the browser. */
  changed: NoticeMailFacts['changed'] | null
}

type CodeMailWords = {
  subject: string
  title: string
  lead: string
  /** Letters whose reader has no open page to type a code into carry the link; the others only the code, since mail scanners open links. */
  button?: string
  notYou: string
}

const codeMailWords: Readonly<Record<CodeMailKind, CodeMailWords>> = {
  magic_link: {
    subject: 'Код для входа',
    title: 'Ваш код для входа',
    lead: 'Введите его на странице, где запросили код.',
    notYou: 'Если вы не входили, ничего делать не нужно: без кода в кабинет никто не попадёт.',
  },
  confirmation: {
    subject: 'Подтвердите почту',
    title: 'Подтвердите почту',
    lead: 'Введите код на сайте или нажмите кнопку, и кабинет будет готов.',
    button: 'Подтвердить почту',
    notYou: 'Если вы к нам не входили, просто удалите письмо.',
  },
  recovery: {
    subject: 'Код для нового пароля',
    title: 'Код для нового пароля',
    lead: 'Введите его на странице, где запросили восстановление, и придумайте новый пароль.',
    notYou: 'Если вы не просили менять пароль, ничего делать не нужно: старый продолжает работать.',
  },
  invite: {
    subject: 'Вас приглашают в личный кабинет',
    title: 'Вас приглашают в личный кабинет',
    lead: 'Нажмите кнопку, чтобы принять приглашение, или введите код на сайте.',
    button: 'Принять приглашение',
    notYou: 'Если письмо пришло по ошибке, просто удалите его.',
  },
  email_change: {
    subject: 'Подтвердите смену почты',
    title: 'Подтвердите смену почты',
    lead: 'Кто-то попросил сменить почту для входа в личный кабинет. Если это вы, введите код на той странице, где просили об этом.',
    notYou:
      'Если вы ничего не меняли, никому не сообщайте код: без него почта останется прежней. А если это ваш кабинет, войдите в него и задайте новый пароль: чужой вход закончится.',
  },
  reauthentication: {
    subject: 'Код подтверждения',
    title: 'Код подтверждения',
    lead: 'Введите его на сайте, чтобы мы знали, что это вы.',
    notYou: 'Если вы ничего не меняли, никому не сообщайте код и смените пароль.',
  },
}

/**
 * Renders a mail of the authentication service. The subject holds no code, no name and nothing
 * about health.
 */
export function renderMail(kind: AuthMailKind, facts: AuthMailFacts): MailText {
  if (isCode(kind)) return codeMail(kind, facts)
  const { siteUrl, owner, changed } = facts
  return noticeMail(kind, { siteUrl, owner, changed: changed ?? { at: new Date(), userAgent: null } })
}

function isCode(kind: AuthMailKind): kind is CodeMailKind {
  return Object.hasOwn(codeMailWords, kind)
}

function codeMail(kind: CodeMailKind, { code, link, expiresInSeconds, change }: AuthMailFacts): MailText {
  const { subject, title, lead, button, notYou } = codeMailWords[kind]
  const parts: MailPart[] = [
    { kind: 'text', text: typesetLine(lead) },
    ...(change ? [{ kind: 'rows', rows: changeRows(change) } as const] : []),
    { kind: 'code', code },
    ...(button ? [{ kind: 'button', label: button, href: link } as const] : []),
    {
      kind: 'small',
      text: typesetLine(`Код действует ${lifetimeText(expiresInSeconds)}. Никому его не сообщайте.`),
    },
    { kind: 'small', text: typesetLine(notYou) },
  ]
  return buildMail({ subject: `${subject} — «${brand.title}»`, title, preview: `Код: ${code}`, parts })
}

function changeRows({ from, to }: NonNullable<AuthMailFacts['change']>): [string, string][] {
  return [...(from ? [['Почта сейчас', from] as [string, string]] : []), ['Новая почта', to]]
}

const minutesFor: Forms = { one: 'минуту', few: 'минуты', many: 'минут' }
const hoursFor: Forms = { one: 'час', few: 'часа', many: 'часов' }

/** Formats a duration, rounded down: «10 минут», «24 часа». */
function lifetimeText(totalSeconds: number): string {
  if (totalSeconds >= 2 * 3600) return countWithNoun(Math.floor(totalSeconds / 3600), hoursFor)
  if (totalSeconds >= 60) return countWithNoun(Math.floor(totalSeconds / 60), minutesFor)
  return countWithNoun(Math.max(1, Math.floor(totalSeconds)), seconds)
}

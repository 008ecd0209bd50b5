import { typeset } from '../writing/typeset.ts'

/** Texts of the sandbox's pages and of the greeting in the terminal. */
export const sandboxTexts = typeset({
  title: 'Песочница',
  lead: 'Ничего не уходит наружу: письма, которые отправил бы сайт, лежат здесь.',
  toSite: 'На сайт',
  mailbox: {
    title: 'Почта песочницы',
    about: 'Письма, которые сайт отправил бы людям. Новые — сверху, хранятся до перезапуска.',
    empty: 'Писем пока нет. Запросите на сайте код для входа — письмо появится здесь само.',
    clear: 'Удалить все письма',
    copy: 'Скопировать код',
    copied: 'Скопировано',
    letter: 'Письмо целиком',
    plain: 'Текст без оформления',
    to: 'Кому',
    linkTitle: 'Почта',
    linkAbout: 'Коды для входа и другие письма',
  },
} as const)

/** Builds the text that the terminal shows when the sandbox has started. */
export function startGreeting({
  siteUrl,
  mailboxUrl,
  whatsappUrl,
  panelUrl,
  ownerEmails,
  authenticatorUrl,
}: {
  siteUrl: string
  mailboxUrl: string | null
  whatsappUrl: string | null
  panelUrl: string | null
  ownerEmails: readonly string[]
  authenticatorUrl: string | null
}): string {
  const lines = [`  Сайт:   ${siteUrl}`]
  if (mailboxUrl) lines.push(`  Почта:  ${mailboxUrl}  (сюда приходят коды для входа)`)
  if (whatsappUrl) lines.push(`  WhatsApp:  ${whatsappUrl}  (сюда приходят чек-листы и программа)`)
  if (panelUrl)
    lines.push(
      `  Панель: ${panelUrl}  (вход администратора: ссылка работает один раз и 10 минут; позже войдите на ${siteUrl}/misc по коду из письма)`,
    )
  const owners = ownerEmails.length > 0 ? `, почта ${ownerEmails.join(', ')}` : ''
  lines.push(`  Стол:   ${siteUrl}/desk  (рабочий стол владелицы; вход тот же, что в панель${owners})`)
  if (authenticatorUrl) lines.push(`  Коды:   ${authenticatorUrl}  (второй шаг входа администратора)`)
  return ['', '  «Ясный день» запущен.', '', ...lines, '', '  Остановить: Ctrl+C', ''].join('\n')
}

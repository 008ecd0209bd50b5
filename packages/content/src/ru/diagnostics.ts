import type { Check, Finding, Findings, Level, Reason } from '@app/contracts/findings'
import { aboutAlarms } from './diagnostics/alarms.ts'
import { aboutDatabase } from './diagnostics/database.ts'
import { aboutMachine } from './diagnostics/machine.ts'
import { aboutMail } from './diagnostics/mail.ts'
import { aboutPayments } from './diagnostics/payments.ts'
import { aboutSite } from './diagnostics/site.ts'
import type { SaysAndCure } from './diagnostics/texts-of-findings.ts'
import { aboutWhatsapp } from './diagnostics/whatsapp.ts'

const texts: { readonly [R in Reason]: (facts: Findings[R]) => SaysAndCure } = {
  ...aboutMachine,
  ...aboutDatabase,
  ...aboutSite,
  ...aboutMail,
  ...aboutPayments,
  ...aboutWhatsapp,
  ...aboutAlarms,
  not_checked: ({ check, reason }) => [
    `Не получилось проверить: ${checks[check]} (${reason}).`,
    'Запустите проверку ещё раз. Если не получается никогда, покажите эту строку тому, кто обслуживает сервер.',
  ],
}

const checks: Record<Check, string> = {
  disk: 'место на диске',
  clock: 'часы',
  folders: 'папки и файлы',
  database: 'база данных',
  backups: 'резервные копии',
  dns: 'имя сайта',
  tls: 'сертификат',
  site: 'отвечает ли сайт',
  proxy: 'прокси и TRUST_PROXY',
  smtp: 'почтовый сервер',
  spf: 'запись SPF',
  dkim: 'ключ DKIM',
  dmarc: 'запись DMARC',
  payments: 'Robokassa',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  heartbeat: 'внешняя проверка',
}

/** Returns the text of a finding and the remedy. */
export function diagnosticsWords<R extends Reason>({
  reason,
  facts,
}: Finding<R>): { says: string; cure: string | null } {
  const [says, cure = null] = texts[reason](facts)
  return { says, cure }
}

export const diagnosticsTexts = {
  levels: {
    good: 'в порядке',
    attention: 'внимание',
    error: 'ошибка',
    unchecked: 'не проверено',
  } satisfies Record<Level, string>,
  cure: 'что делать: ',
  sum: ({ error, attention, unchecked }: Record<Level, number>) => {
    const unseen = unchecked > 0 ? ` Не проверено: ${unchecked}.` : ''
    if (error > 0) return `Ошибок: ${error}, предупреждений: ${attention}.${unseen} Начните с ошибок.`
    if (attention > 0) return `Ошибок нет, предупреждений: ${attention}.${unseen}`
    return unchecked > 0 ? `Всё, что проверено, в порядке.${unseen}` : 'Всё в порядке.'
  },
} as const

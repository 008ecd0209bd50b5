import type { IncidentFacts, IncidentKind, Moment } from '@app/contracts/incidents'
import { brand } from '../brand.ts'
import { formatInstant } from '../writing/date.ts'
import { countWithNoun, days, hours, minutes } from '../writing/plural.ts'
import { typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'

/**
 * The texts of one kind of incident: the event, its effect on clients, the remedy, and the message
 * at its end.
 */
type IncidentWords = {
  title: string
  happened: (facts: IncidentFacts) => string
  means: string
  cure: string
  overTitle: string
  over: string
}

const serverAdministrator = 'тому, кто обслуживает сервер'

const incidentWords: Readonly<Record<IncidentKind, IncidentWords>> = {
  payments_waiting: {
    title: 'Оплаты ждут подтверждения',
    happened: ({ count, order }) =>
      `Заказов, о которых Robokassa дольше получаса не говорит, оплачены ли они: ${count ?? 1}.${order ? ` Самый ранний — № ${order}.` : ''}`,
    means:
      'Если человек заплатил, его программа пока не началась, а на сайте он видит «Ждём подтверждения оплаты». Деньги не пропали, и сайт спрашивает о них сам, снова и снова.',
    cure: `Откройте кабинет Robokassa и посмотрите, есть ли там эти платежи. Если есть, перешлите это сообщение ${serverAdministrator}: скорее всего, неверны пароль магазина или адрес ResultURL. Если платежей нет, люди просто не заплатили.`,
    overTitle: 'Оплаты снова подтверждаются',
    over: 'Robokassa ответила обо всех заказах. Оплаченные отмечены оплаченными, покупателям ушли письма.',
  },
  messages_stopped: {
    title: 'Сообщения в WhatsApp не уходят',
    happened: ({ count }) =>
      `WhatsApp не принимает сообщения от нашего номера или не отвечает. Ждут отправки: ${count ?? 0}.`,
    means:
      'Клиенты не получают чек-листы и сообщения программы. Ничего не потеряно: всё, что ждёт, уйдёт само, когда отправка заработает.',
    cure: `Откройте WhatsApp Manager в кабинете Meta: там сказано, что с номером, с картой для оплаты и с доступом. Если там всё в порядке, перешлите это сообщение ${serverAdministrator}.`,
    overTitle: 'Сообщения в WhatsApp снова уходят',
    over: 'WhatsApp принимает сообщения. Всё, что ждало, отправляется.',
  },
  template_refused: {
    title: 'Шаблон WhatsApp не работает',
    happened: () =>
      'WhatsApp не принимает один из шаблонов сообщений: он не одобрен, приостановлен или отключён.',
    means:
      'Часть клиентов не получает сообщение своего дня. Сообщения ждут в очереди трое суток и уйдут, когда шаблон заработает.',
    cure: 'Откройте шаблоны в WhatsApp Manager: у отклонённого или приостановленного написано почему. Исправьте его слово в слово, как он был, и отправьте на проверку.',
    overTitle: 'Шаблон WhatsApp снова работает',
    over: 'Отказов больше нет, сообщения уходят.',
  },
  message_undelivered: {
    title: 'Сообщение WhatsApp не дошло',
    happened: () =>
      'Одно или несколько сообщений доставить нельзя: номера нет в WhatsApp, человек ограничил сообщения или время вышло.',
    means: 'Кто-то из клиентов не получил чек-лист или сообщение программы и сам об этом не узнает.',
    cure: 'Откройте рабочий стол, «Сообщения», «Не дошли»: там сказано, кому, почему и что поможет.',
    overTitle: 'Сообщения WhatsApp доходят',
    over: 'Новых недоставленных сообщений нет.',
  },
  program_unreachable: {
    title: 'Программу некому отправить',
    happened: ({ count }) =>
      `Оплаченных программ, которые никто не может получить: ${count ?? 1}. У них нет телефона или результата теста, либо WhatsApp на сайте выключен.`,
    means: 'Человек заплатил, а сообщения ему не приходят и сами не начнутся.',
    cure: 'Найдите человека на рабочем столе, в разделе «Сегодня» или «Люди». Попросите его войти на сайт с почтой заказа и указать телефон в личном кабинете: программа начнётся ближайшим утром. Если связаться не с кем, верните деньги.',
    overTitle: 'Все программы есть кому отправить',
    over: 'Программ без получателя больше нет.',
  },
  server_errors: {
    title: 'Сайт отвечает ошибками',
    happened: ({ count }) => `За последние десять минут сайт не смог выполнить запросы: ${count ?? 0}.`,
    means:
      'Кто-то из посетителей видит сообщение об ошибке вместо результата или кабинета. Ответы теста при этом не теряются: браузер отправит их позже.',
    cure: `Откройте сайт сами и пройдите два-три шага теста. Перешлите это сообщение ${serverAdministrator}: причина записана в журнале.`,
    overTitle: 'Сайт больше не отвечает ошибками',
    over: 'Уже полчаса запросы выполняются как обычно.',
  },
  leads_flood: {
    title: 'Тестов намного больше обычного',
    happened: ({ count }) =>
      `За последние сутки тест прошли до конца: ${count ?? 0}. Столько за день обычно не бывает.`,
    means:
      'Либо вас заметили — реклама, пост, статья, — либо тест заполняет программа с разных адресов. Все ответы сохранены, сайт работает как обычно.',
    cure: `Откройте рабочий стол, раздел «Люди», и просмотрите новых. Если имена и телефоны похожи на настоящие, ничего делать не нужно. Если они выдуманы, перешлите это сообщение ${serverAdministrator}.`,
    overTitle: 'Тестов снова столько, сколько обычно',
    over: 'За последние сутки их уже не больше обычного.',
  },
  jobs_stopped: {
    title: 'Отложенные дела стоят',
    happened: ({ minutes: since }) =>
      `Письма о покупках, утренние сообщения и проверка оплат не выполняются${since === undefined ? '' : `: опоздание — ${countWithNoun(since, minutes)}`}.`,
    means: 'Сайт открывается, но клиенты не получают того, что должно прийти само. Ничего не потеряно.',
    cure: `Перешлите это сообщение ${serverAdministrator}, и попросите перезапустить сайт. Когда всё снова пойдёт, придёт ещё одно сообщение.`,
    overTitle: 'Отложенные дела снова идут',
    over: 'Всё, что ждало, сделано или делается.',
  },
  disk_low: {
    title: 'На диске остаётся мало места',
    happened: ({ gigabytes }) => `На сервере свободно ${withDecimalComma(gigabytes)} ГБ.`,
    means: 'Пока всё работает. Если место кончится, сайт перестанет сохранять ответы и заказы.',
    cure: `Перешлите это сообщение ${serverAdministrator}, и попросите в ближайшие дни освободить место или увеличить диск.`,
    overTitle: 'Места на диске снова хватает',
    over: 'Свободного места достаточно.',
  },
  disk_full: {
    title: 'Место на диске кончилось',
    happened: ({ gigabytes }) => `На сервере свободно всего ${withDecimalComma(gigabytes)} ГБ.`,
    means: 'Сайт вот-вот перестанет сохранять ответы, заказы и резервные копии.',
    cure: `Позвоните сегодня же ${serverAdministrator}: нужно освободить место или увеличить диск.`,
    overTitle: 'Место на диске появилось',
    over: 'Сайт снова может сохранять.',
  },
  backup_missing: {
    title: 'Нет свежей резервной копии',
    happened: ({ hours: age }) =>
      age === undefined
        ? 'Ночная резервная копия не получается, или её не удаётся восстановить для проверки.'
        : `Последней проверенной резервной копии ${countWithNoun(age, hours)}: новая не получается.`,
    means:
      'Сайт работает, клиенты ничего не замечают. Но если сервер сломается, пропадёт всё, что пришло после последней копии.',
    cure: `Перешлите это сообщение ${serverAdministrator}: пусть посмотрит журнал и место на диске и сделает копию командой npm run backup (docs/production.md, «Backups»).`,
    overTitle: 'Свежая резервная копия есть',
    over: 'Копия сделана, восстановлена для проверки и пересчитана.',
  },
  certificate_soon: {
    title: 'Сертификат сайта скоро кончится',
    happened: ({ host, days: left }) =>
      `Сертификат ${host ?? 'сайта'} действует ещё ${countWithNoun(left ?? 0, days)} и не обновился сам.`,
    means: 'Пока всё работает. Когда он кончится, браузеры перестанут открывать сайт.',
    cure: `Перешлите это сообщение ${serverAdministrator}: пусть посмотрит, почему сертификат не обновляется (npm run doctor подскажет).`,
    overTitle: 'Сертификат сайта обновился',
    over: 'До его конца снова далеко.',
  },
  certificate_bad: {
    title: 'Браузеры не доверяют сайту',
    happened: ({ host }) => `Сертификат ${host ?? 'сайта'} истёк или выдан не на это имя.`,
    means: 'Посетители видят предупреждение вместо сайта: пройти тест, войти и заплатить нельзя.',
    cure: `Позвоните сейчас ${serverAdministrator}: нужно обновить сертификат (npm run doctor подскажет, как).`,
    overTitle: 'Браузеры снова открывают сайт',
    over: 'Сертификат в порядке.',
  },
  mail_failing: {
    title: 'Письма не уходят',
    happened: () => 'Почтовый сервер несколько раз подряд не принял письмо от сайта.',
    means: 'Клиенты не получают коды для входа и письма о покупке: в кабинет по коду сейчас не войти.',
    cure: `Проверьте, оплачен ли почтовый сервис, и перешлите это сообщение ${serverAdministrator} (npm run doctor проверит почту).`,
    overTitle: 'Письма снова уходят',
    over: 'Почтовый сервер принял письмо.',
  },
  telegram_failing: {
    title: 'Telegram не принимает сообщения',
    happened: () => 'Несколько раз подряд не получилось отправить вам предупреждение в Telegram.',
    means: 'Клиенты ничего не замечают. Предупреждения пока приходят только на почту.',
    cure: `Проверьте, не остановили ли вы бота и не удалили ли с ним чат. Если нет, перешлите это сообщение ${serverAdministrator} (npm run doctor проверит бота).`,
    overTitle: 'Telegram снова принимает сообщения',
    over: 'Предупреждения снова приходят и туда, и на почту.',
  },
}

/** The facts for a message about an incident. None of them is about a person. */
export type IncidentMailFacts = {
  kind: IncidentKind
  moment: Moment
  facts: IncidentFacts
  at: Date
  siteUrl: string
}

/** A mail and a chat message with the same content. */
export type OwnerMessage = MailText & { chat: string }

const reminderPrefix = 'Всё ещё'

/** Builds the message to the owner about the start, the continuation or the end of an incident. */
export function incidentMessage({ kind, moment, facts, at, siteUrl }: IncidentMailFacts): OwnerMessage {
  const { title, happened, means, cure, overTitle, over } = incidentWords[kind]
  const isOver = moment === 'ended'
  const shown = isOver ? overTitle : moment === 'reminded' ? `${reminderPrefix}: ${lowerFirst(title)}` : title
  return ownerMessage({
    sign: isOver ? '✅' : '⚠️',
    title: shown,
    texts: (isOver ? [over] : [happened(facts), means, `Что делать: ${lowerFirst(cure)}`]).map(typesetLine),
    rows: [
      ['Сайт', siteUrl],
      ['Когда', formatInstant(at)],
    ],
  })
}

/** Builds the mail and the chat message from the same texts. */
export function ownerMessage({
  sign,
  title,
  texts,
  rows,
}: {
  sign: string
  title: string
  texts: readonly string[]
  rows: readonly [string, string][]
}): OwnerMessage {
  const mail = buildMail({
    subject: `${title} — «${brand.title}»`,
    title,
    preview: texts[0] ?? title,
    parts: [
      ...texts.map((text) => ({ kind: 'text', text }) as const),
      ...(rows.length > 0 ? [{ kind: 'rows', rows } as const] : []),
    ],
  })
  const lines = rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  return { ...mail, chat: [`${sign} ${title}`, ...texts, lines].filter(Boolean).join('\n\n') }
}

function lowerFirst(text: string): string {
  return /^[А-ЯЁ][а-яё]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

function withDecimalComma(gigabytes = '0'): string {
  return gigabytes.replace('.', ',')
}

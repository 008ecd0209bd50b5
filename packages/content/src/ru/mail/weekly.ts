import { compareFigures } from '@app/domain/desk/change'
import { minSampleSize } from '@app/domain/desk/funnel'
import type { Week, WeekFigures } from '@app/domain/desk/weeks'
import { brand } from '../brand.ts'
import { deskTexts } from '../ui/desk/shell.ts'
import { formatDays } from '../writing/date.ts'
import { formatTenge } from '../writing/money.ts'
import { countWithNoun, type Forms } from '../writing/plural.ts'
import { typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import type { MailPart } from './mail-part.ts'

export type WeeklyFacts = {
  week: Week
  figures: WeekFigures
  /** The figures of the week before. */
  before: WeekFigures
  /** The number of people who wait for an answer. */
  waiting: number
  siteUrl: string
}

type FigureRow = readonly [name: string, value: string]

const peopleForms: Forms = { one: 'человек', few: 'человека', many: 'человек' }
const { views } = deskTexts

/** Reports a week's figures to the owner beside the week before. It holds only counts and sums. */
export function weeklyMail({ week, figures, before, waiting, siteUrl }: WeeklyFacts): MailText {
  const count = (name: string, figure: keyof WeekFigures): FigureRow => [
    name,
    typesetLine(changeText(figures[figure], before[figure], { write: String })),
  ]
  const sum = (name: string, figure: 'paidTiyn' | 'refundedTiyn', cases: 'paid' | 'refunded'): FigureRow => [
    name,
    typesetLine(changeText(figures[figure], before[figure], { write: formatTenge, cases: before[cases] })),
  ]
  const paid = formatTenge(figures.paidTiyn)
  const title = `Неделя ${formatDays(week.monday, week.sunday)}`
  return buildMail({
    subject: `${title} — «${brand.title}»`,
    title,
    preview: typesetLine(`Начали тест: ${figures.visits}, оплачено: ${paid}`),
    parts: [
      { kind: 'text', text: 'Тест' },
      {
        kind: 'rows',
        rows: [
          count('Начали', 'visits'),
          count('Прошли до конца', 'saved'),
          count(typesetLine('Попросили чек-лист'), 'checklist'),
        ],
      },
      { kind: 'text', text: 'Деньги' },
      {
        kind: 'rows',
        rows: [
          count('Оплаченные программы', 'programs'),
          count('Оплаченные консультации', 'consultations'),
          sum('Оплачено', 'paidTiyn', 'paid'),
          sum('Возвращено', 'refundedTiyn', 'refunded'),
        ],
      },
      { kind: 'text', text: 'Сейчас' },
      {
        kind: 'rows',
        rows: [['Ждут вашего ответа', waiting === 0 ? 'никто' : countWithNoun(waiting, peopleForms)]],
      },
      { kind: 'button', label: 'Открыть рабочий стол', href: `${siteUrl}/desk` },
      ...notes.map((text): MailPart => ({ kind: 'small', text: typesetLine(text) })),
    ],
  })
}

const notes = [
  `Тест считаем по тем, кто начал его за эту неделю, как в разделе «${views.funnel}»; деньги — по дню оплаты и дню возврата, как в разделе «${views.money}».`,
  `Проценты пишем, если неделей раньше набралось хотя бы ${minSampleSize}: меньше — это мало, доли по такому числу не судят.`,
  'Письмо приходит по понедельникам. Если оно не нужно, его выключит тот, кто обслуживает сервер (WEEKLY_MAIL_AT=off).',
]

type FigureFormat = { write: (figure: number) => string; cases?: number }

/** «12, на 4 больше (было 8)». */
function changeText(now: number, before: number, { write, cases }: FigureFormat): string {
  const { way, by, percent } = compareFigures(now, before, cases)
  if (way === 'same') return `${write(now)}, как и неделей раньше`
  if (now === 0 || before === 0) return `${write(now)}, неделей раньше — ${write(before)}`
  const difference = percent ? `${percent} %` : write(by)
  return `${write(now)}, на ${difference} ${way === 'more' ? 'больше' : 'меньше'} (было ${write(before)})`
}

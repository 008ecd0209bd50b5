import { minSampleSize } from '@app/domain/desk/funnel'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

const visitForms = { one: 'прохождение', few: 'прохождения', many: 'прохождений' }

/** Texts of the funnel view. */
export const funnelTexts = typeset({
  title: 'Воронка',
  lead: 'Докуда доходят в тесте и к чему это приводит. Прохождение начинается с первого нажатия. Ответов здесь нет; вопрос, который видят только женщины, отдельно не считается.',
  period: 'За сколько дней',
  periods: { 7: '7 дней', 30: '30 дней', 90: '90 дней', 365: 'Год' },
  source: 'Откуда',
  language: 'Язык браузера',
  any: 'Все',
  none: 'не указано',
  visits: (count: number) => countWithNoun(count, visitForms),
  empty: {
    title: 'За это время тест никто не начинал.',
    text: 'Вы и те, кто с вами работает, сюда не попадаете, пока вошли на сайт. Не попадают и те, кто отказался от статистики.',
  },
  /** The note about visits without a valid token. */
  unproven: (count: number) =>
    `Ещё ${countWithNoun(count, visitForms)} не подтверждены: ответов по ним нет. Скорее всего, их прислала программа, а не люди. В цифры на этой странице они не вошли.`,
  tooFew: 'мало',
  tooFewNote: `«Мало» — меньше ${minSampleSize}: по такому числу доли не судят.`,
  outcome: {
    caption: 'К чему привели прохождения',
    stage: 'Что дальше',
    count: 'Сколько',
    ofVisits: 'Из начавших',
    ofBefore: 'Из предыдущих',
    chart: 'Столбики: сколько прохождений дошло до каждой ступени. Те же числа — в таблице рядом.',
    visits: 'Начали тест',
    saved: 'Прошли до конца',
    checklist: 'Попросили чек-лист',
    program: 'Купили программу',
    consultation: 'Купили консультацию',
  },
  steps: {
    caption: 'Вопрос за вопросом',
    step: 'Вопрос',
    views: 'Увидели',
    exits: 'Ушли',
    exitShare: 'Доля ушедших',
    seconds: 'Медиана, с',
    chart: 'Линия: сколько прохождений дошло до каждого вопроса. Те же числа — в таблице ниже.',
  },
  groups: {
    bySource: 'По источникам',
    byCampaign: 'По каналам и кампаниям',
    byWeek: 'По неделям',
    byLanguage: 'По языкам',
    byTexts: 'По версиям текстов',
    name: {
      bySource: 'Источник',
      byCampaign: 'Канал / кампания',
      byWeek: 'Неделя с',
      byLanguage: 'Язык',
      byTexts: 'Когда показывали',
    },
  },
  /** The name of the current texts, with the date of their change inside the period. */
  currentTexts: (since: string | null) => (since ? `Нынешняя, с ${since}` : 'Нынешняя'),
  digest: (digest: string) => `метка ${digest}`,
  /** The name of a week that the period includes only partly. */
  cutWeek: (monday: string, from: string) => `${monday}, считаем с ${from}`,
  percent: (share: number) => `${String(share).replace('.', ',')} %`,
  seconds: (seconds: number) => String(Math.round(seconds * 10) / 10).replace('.', ','),
})

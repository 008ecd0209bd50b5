import type { Charge } from '@app/domain/orders/deposit'
import { type ProductType, products, programDays } from '@app/domain/orders/products'
import type { SalesBlocker } from '@app/domain/result/medical-red-flags'
import { formatTenge } from './writing/money.ts'
import { type Inline, link } from './writing/rich-text.ts'
import { typeset } from './writing/typeset.ts'

export type ProductText = {
  title: string
  description: string
  /** The price with the tenge sign. */
  price: string
  /** The duration in the offer. */
  duration: string
  /** The duration on the payment success page (specification, section 2). */
  paidDuration: string
  features: readonly string[]
  /** The steps after the payment, in order. */
  nextSteps: readonly string[]
  button: string
}

const price = {
  subscription: formatTenge(products.subscription.priceTiyn),
  consultation: formatTenge(products.consultation.priceTiyn),
} satisfies Record<ProductType, string>

export const productTexts: Readonly<Record<ProductType, ProductText>> = typeset({
  subscription: {
    title: '5-дневная программа восстановления',
    description:
      'Пять спокойных дней: каждое утро короткое сообщение с одной темой и двумя-тремя делами, которые помещаются в обычный день.',
    price: price.subscription,
    duration: '5 дней',
    paidDuration: '5 дней',
    features: [
      'Сообщение в WhatsApp каждое утро, пять дней подряд',
      'Одна тема и 2–3 простых действия на день',
      'Чек-лист по вашему результату в первый день',
      'В кабинете видно, какой идёт день, и можно перечитать сообщения',
    ],
    nextSteps: [
      'Сообщения придут на номер, который вы указали перед оплатой. Поменять его можно в личном кабинете: войдите с той же почтой.',
      'Первое сообщение придёт ближайшим утром вместе с чек-листом.',
      'Если до полудня ничего не пришло, напишите в поддержку. Ответим в течение 24 часов.',
    ],
    button: 'Начать программу',
  },
  consultation: {
    title: 'Личная консультация нутрициолога',
    description:
      'Час разговора о вас: что происходит с едой, сном и силами, с чего начать и в каком порядке. После — план на 3 месяца.',
    price: price.consultation,
    duration: '1 час и план на 3 месяца',
    paidDuration: '1 час (1 session)',
    features: [
      'Час разговора онлайн, время подберём вместе',
      'Разбор ответов теста, режима и привычной еды',
      'План питания и привычек на 3 месяца под вашу неделю',
      'Список вопросов к врачу, если они понадобятся',
    ],
    nextSteps: [
      'Нажмите кнопку WhatsApp и напишите нам: договоримся о дне и часе.',
      'Подготовьте вопросы, список лекарств и свежие анализы, если они есть.',
      'В течение трёх дней после встречи получите план на 3 месяца.',
    ],
    button: 'Записаться на консультацию',
  },
})

export const pricingTexts = typeset({
  title: 'Что дальше',
  intro: 'Советы и чек-лист остаются с вами бесплатно.',
  /** The texts of the program's offer. */
  program: {
    lead: 'Утром приходит одно сообщение в WhatsApp. Вот первое:',
    /** The lead of an offer that shows no sample message. */
    quietLead: 'Утром приходит одно сообщение в WhatsApp, на день — два-три простых дела.',
    phone: 'Первое сообщение программы',
    day: 'День 1',
    more: 'Читать дальше',
    days: 'Пять дней по вашему результату',
    perDay: `${formatTenge(products.subscription.priceTiyn / programDays)} в день`,
    /** The text after the price of a day, for buyers without a consultation. */
    counted: `. Все ${price.subscription} зачтём в консультацию`,
    refund: 'До первого сообщения вернём всё',
    /** The bar at the foot of a long result, which links to the offer. */
    bar: 'Программа по вашему результату',
  },
  /** The text in place of the program for readers who should see a doctor first. */
  programWithheld: {
    intro:
      'Советы и чек-лист остаются с вами бесплатно. Консультация поможет, когда вы уже побывали у врача.',
    noProgram:
      'По росту и весу, которые вы указали, вес ниже нормы. Сначала стоит показаться врачу, поэтому пятидневную программу здесь не предлагаем.',
  },
  /** The text in place of all offers when nothing may be sold. */
  unsold: {
    despair:
      'Сейчас мы ничего не продаём: важнее, чтобы рядом был живой человек. Покажите эту страницу близкому или позвоните. Вас выслушают, а стыдиться нечего.',
    eatingDisorder:
      'Сейчас мы ничего не продаём: с этим помогут врач и психотерапевт, и становится легче. Покажите эту страницу близкому человеку, которому доверяете.',
    minor:
      'Программа и консультация — с 18 лет, поэтому здесь ничего не продаём. Покажите эту страницу родителям или другому взрослому, которому доверяете.',
  } satisfies Record<SalesBlocker, string>,
  /** Three helplines in Kazakhstan, free of charge. */
  calls: [
    { phone: '103', text: 'скорая: если плохо или страшно за себя' },
    { phone: '150', text: 'телефон доверия' },
    { phone: '111', text: 'помощь семье, женщинам и детям, круглосуточно' },
  ],
  /** The note at the consultation for readers who should see a doctor first. */
  doctorsWord: 'По вашим ответам сначала стоит показаться врачу. После разговора с ним начинать спокойнее.',
  /** The same note after a purchase, because the consultation may precede the visit. */
  doctorsWordBought:
    'По вашим ответам сначала стоит показаться врачу. Если визит ещё впереди, до него ничего резко не меняйте.',
  /** The same note when the result is unknown. */
  doctorsWordIf:
    'Если результат теста советует сначала показаться врачу, начните с визита: после разговора с врачом спокойнее.',
  /** The note at the program for readers who should see a doctor first. */
  afterDoctor:
    'По вашим ответам сначала стоит показаться врачу. Программу оплатите после визита: первое сообщение придёт ближайшим утром после оплаты.',
  /** The note at the consultation for readers who declined one in the quiz. */
  declined: 'В тесте вы ответили, что консультация не нужна. Передумаете — она здесь.',
  /** The label of the program's button there, because paying starts the program next morning. */
  buttonAfterDoctor: 'Врач согласен — начать',
  /** The note at the program for buyers who have finished one. */
  sameAgain: 'Если результат теста не изменился, сообщения будут те же, что вы уже получили.',
  payment: 'Оплата картой на защищённой странице Robokassa. Данные карты мы не видим и не храним.',
})

/** Stands at a pay button. */
export const payAgreement: readonly Inline[] = typeset([
  'Нажимая кнопку, вы принимаете ',
  link('условия и правила возврата', '/terms'),
  '. ',
  'Это не медицинская услуга.',
])

/** Returns why a consultation that is paid cost less; null when nothing was taken off. */
export function depositTaken({ depositTiyn }: Charge): string | null {
  return depositTiyn === 0 ? null : typeset(`Программу зачли: минус ${formatTenge(depositTiyn)}`)
}

/** Returns why the consultation costs less this time; null when nothing is taken off. */
export function depositNote({ priceTiyn, depositTiyn, chargeTiyn }: Charge): string | null {
  if (depositTiyn === 0) return null
  return typeset(
    `Вы уже оплатили программу, поэтому вместо ${formatTenge(priceTiyn)} платите ${formatTenge(chargeTiyn)}: ${formatTenge(depositTiyn)} зачли.`,
  )
}

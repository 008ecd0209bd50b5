import type { MoneyGrouping } from '@app/contracts/desk/money'
import type { ConsultationState } from '@app/domain/desk/consultation'
import type { RegistryDifference } from '@app/domain/desk/registry'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

const paymentForms = { one: 'оплата', few: 'оплаты', many: 'оплат' }
const lineForms = { one: 'строка', few: 'строки', many: 'строк' }

/** Texts of the desk's money view. */
export const moneyTexts = typeset({
  title: 'Деньги',
  tabs: { sums: 'Итоги', orders: 'Заказы', consultations: 'Консультации', registry: 'Сверка' },
  tabsLabel: 'Разделы денег',
  period: { label: 'За время', week: '7 дней', month: '30 дней', quarter: '90 дней', year: 'год' },
  by: {
    label: 'По',
    day: 'дням',
    week: 'неделям',
    product: 'продуктам',
    source: 'источникам',
  } satisfies Record<MoneyGrouping | 'label', string>,
  total: 'Всего',
  figures: { paid: 'Оплачено', refunded: 'Возвращено', due: 'Долг', count: 'Сколько' },
  caption: 'Оплаты и возвраты',
  groupHead: { day: 'День', week: 'Неделя с', product: 'Продукт', source: 'Источник' } satisfies Record<
    MoneyGrouping,
    string
  >,
  /** The name of a week that the period includes only partly. */
  cutWeek: (monday: string, from: string) => `${monday}, считаем с ${from}`,
  unknown: 'не известен',
  payments: (count: number) => countWithNoun(count, paymentForms),
  none: 'За это время оплат не было.',
  chart: 'Оплачено по дням',
  /** The label of the highest bar. */
  maxPerDay: (sum: string) => `Больше всего за день: ${sum}`,
  refundNote: 'Возвраты считаем по условиям: за программу — дни, которые не пришли, за консультацию — всё.',
  orders: {
    caption: 'Заказы',
    state: 'Состояние',
    product: 'Продукт',
    any: 'любое',
    anyProduct: 'любой',
    due: 'с долгом',
    number: 'Номер',
    at: 'Дата',
    buyer: 'Кто',
    sum: 'Сумма',
    source: 'Источник',
    none: 'Таких заказов за это время нет.',
    test: 'Тестовый',
    gift: 'Подарок',
    twice: (invId: number) => `Похоже, оплачено дважды, первый № ${invId}`,
    action: 'Что сделать',
    refund: 'Отметить возврат',
    refundText: (invId: number, paid: string) =>
      `Отмечаем возврат по заказу № ${invId}, оплачено ${paid}. Сначала верните деньги в кабинете Robokassa. Отменить отметку нельзя.`,
  },
  consultations: {
    states: { to_arrange: 'Назначить время', arranged: 'Назначены', held: 'Прошли' } satisfies Record<
      ConsultationState,
      string
    >,
    none: {
      to_arrange: 'Всем назначено.',
      arranged: 'Впереди консультаций нет.',
      held: 'Ещё не было.',
    } satisfies Record<ConsultationState, string>,
    paid: (moment: string) => `Оплатили ${moment}`,
    day: 'День',
    time: 'Время по Алматы',
    write: 'WhatsApp',
    arrange: 'Назначить',
    move: 'Перенести',
    hold: 'Прошла',
    unhold: 'Ещё не прошла',
    release: 'Снять время',
    changed: 'Сохранили.',
    refused:
      'Так нельзя. Время — не раньше вчерашнего и не дальше двух лет; прошедшей консультация бывает, когда началась.',
    passed: 'Время прошло',
    concerns: {
      late: (days: number, until: string) =>
        `По условиям встреча проходит не позже чем через ${days} дней после оплаты: до ${until}. Позже — только если так попросил покупатель.`,
      odd_hour: 'Это ночь или раннее утро по Алматы. Проверьте время.',
    },
  },
  registry: {
    lead: 'Скачайте в кабинете Robokassa реестр платежей в CSV и выберите файл здесь. Файл не сохраняем. Если сайт восстановили из копии, возьмите реестр со дня этой копии: здесь будут все платежи, которых у нас нет.',
    file: 'Файл реестра, до 2 МБ',
    tooLarge: 'Файл больше 2 МБ. Скачайте реестр за меньшее время.',
    tooMany: (max: number) =>
      `В файле больше ${max.toLocaleString('ru-RU')} строк. Скачайте реестр за меньшее время.`,
    unreadable: 'В файле нет нужных столбцов:',
    lacks: { number: 'номер заказа (InvId)', amount: 'сумма платежа' },
    agreed: (count: number, sum: string) => `Сошлось: ${countWithNoun(count, paymentForms)} на ${sum}.`,
    allAgreed: 'Расхождений нет.',
    days: (from: string, until: string) => `Наши оплаты сверили за ${from} — ${until.replace(/\.$/, '')}.`,
    noDays: 'В файле нет дат, поэтому наши оплаты, которых нет в реестре, не искали.',
    skipped: (count: number) => `Не платежи, пропустили: ${countWithNoun(count, lineForms)}.`,
    caption: 'Что не сошлось',
    number: 'Номер',
    what: 'Что не так',
    there: 'В реестре',
    here: 'У нас',
    buyer: 'Кто',
    kinds: {
      unknown_here: 'Такого заказа у нас нет',
      not_paid_here: 'В реестре оплачен, у нас нет',
      amount: 'Суммы разные',
      twice_there: 'В реестре дважды',
      refunded_there: 'В реестре возврат, у нас не отмечен',
      no_such_day: 'В реестре дата, которой не бывает',
      missing_there: 'У нас оплата есть, в реестре нет',
    } satisfies Record<RegistryDifference['kind'], string>,
    todoTitle: 'Что делать',
    /** The advice on each kind of difference that needs an explanation. */
    todo: {
      unknown_here:
        'Деньги пришли, а заказа у нас нет: он пропал, если сайт восстанавливали из копии, или платили через другой сайт того же магазина. Найдите платёж в кабинете Robokassa по номеру: там дата и почта плательщика. Если заказ был наш, напишите покупателю, что заказ не сохранился: пусть закажет заново, а эти деньги верните.',
      not_paid_here:
        'Сравните почту плательщика в кабинете Robokassa с почтой заказа. Если это тот же человек, перешлите номер тому, кто обслуживает сервер: оплата не дошла до сайта. Если другой, его заказ пропал: пусть закажет заново, а эти деньги верните.',
      refunded_there:
        'Если сайт восстанавливали из копии, отметка о возврате пропала. Откройте заказ и нажмите «Отметить возврат».',
    } satisfies Partial<Record<RegistryDifference['kind'], string>>,
  },
  more: 'Показать ещё',
})

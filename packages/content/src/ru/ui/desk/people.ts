import type { FinishedFilter, PeopleSort, PresetView, PurchaseFilter } from '@app/domain/desk/people'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

/** Texts of the people list. */
export const peopleTexts = typeset({
  title: 'Люди',
  caption: 'Люди: кто прошёл тест, купил или написал',
  search: 'Имя, почта или телефон',
  searchButton: 'Найти',
  clear: 'Показать всех',
  views: {
    waiting: 'Ждут ответа',
    yesterday: 'Прошли вчера, не купили',
    agreed: 'Прошли и согласны, не купили',
    stands: 'Программа стоит',
    arrange: 'Консультация оплачена, время не назначено',
    contact: 'Пора связаться',
    due: 'С долгом',
  } satisfies Record<PresetView, string>,
  allPeople: 'Все',
  viewsLabel: 'Готовые и свои выборки',
  filters: {
    fold: (count: number) => (count > 0 ? `Фильтры: ${count}` : 'Фильтры'),
    more: 'Ещё фильтры',
    finished: 'Прошли тест',
    bought: 'Покупки',
    source: 'Источник',
    status: 'Статус',
    category: 'Категория',
    tag: 'Метка',
    sort: 'Сначала',
    any: 'неважно',
  },
  finished: {
    today: 'сегодня',
    yesterday: 'вчера',
    week: 'за 7 дней',
    month: 'за 30 дней',
  } satisfies Record<FinishedFilter, string>,
  bought: {
    nothing: 'не купили',
    subscription: 'купили программу',
    consultation: 'купили консультацию',
  } satisfies Record<PurchaseFilter, string>,
  sorts: {
    active: 'кто был недавно',
    finished: 'кто прошёл недавно',
    contact: 'с кем связаться раньше',
  } satisfies Record<PeopleSort, string>,
  staff: 'Сотрудник',
  unknownSource: 'не известен',
  keep: {
    open: 'Сохранить выборку',
    name: 'Как назвать',
    submit: 'Сохранить',
    cancel: 'Не сохранять',
    forget: 'Удалить выборку',
    full: 'Выборок уже тридцать. Удалите одну из них, чтобы сохранить эту.',
    forgetText: (name: string) => `Удалить выборку «${name}»? Люди останутся.`,
    forgetSubmit: 'Удалить',
    forgotten: 'Выборки больше нет.',
  },
  columns: {
    person: 'Человек',
    contact: 'Контакт',
    came: 'Прошли тест',
    bought: 'Купили',
    program: 'Программа',
    talk: 'Переписка',
    plan: 'Дальше',
  },
  nameless: 'Без имени',
  giftReader: (end: string, buyer: string | null) =>
    buyer ? `Получатель подарка …${end}, покупатель ${buyer}` : `Получатель подарка …${end}`,
  waitsSince: (moment: string) => `Ждёт с ${moment}`,
  giftWaits: 'получатель подарка',
  gifts: ({ count, stand, stopped }: { count: number; stand: number; stopped: number }) =>
    [
      `Подарков: ${count}`,
      stand > 0 && `не движется: ${stand}`,
      stopped > 0 && `остановлено словом СТОП: ${stopped}`,
    ]
      .filter(Boolean)
      .join(', '),
  lastIn: (moment: string) => `Писали ${moment}`,
  lastOut: (moment: string) => `Мы — ${moment}`,
  day: (day: number) => (day === 0 ? 'сообщений ещё не было' : `день ${day} из 5`),
  toArrange: 'Назначить время',
  due: (sum: string) => `Долг ${sum}`,
  optedOut: 'СТОП',
  contactOn: (day: string) => `Связаться ${day}`,
  count: (people: number, isMore: boolean) =>
    isMore
      ? `Больше ${people} человек`
      : countWithNoun(people, { one: 'человек', few: 'человека', many: 'человек' }),
  empty: 'Под эти условия никто не подходит.',
  emptyAll: 'Пока никого. Первый, кто пройдёт тест, появится здесь сам.',
  more: 'Показать ещё',
  exports: { csv: 'Скачать CSV', xlsx: 'Скачать Excel', failed: 'Файл не скачался.' },
})

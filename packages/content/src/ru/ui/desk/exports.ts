import type { DeliveryFailure } from '@app/domain/desk/delivery'
import type { PersonStatus, ShownProgramState } from '@app/domain/desk/people'
import type { OrderState } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { typeset } from '../../writing/typeset.ts'

/** What files of the desk call their columns and what stands in them. */
export const exportTexts = typeset({
  sheet: 'Выгрузка',
  people: {
    name: 'Имя',
    email: 'Почта',
    phone: 'Телефон',
    status: 'Статус',
    finished: 'Прошли тест',
    category: 'Категория',
    source: 'Источник',
    agreed: 'Согласие на рассылку',
    stopped: 'СТОП',
    bought: 'Купили',
    paid: 'Оплачено, ₸',
    due: 'Долг, ₸',
    program: 'Программа',
    programDay: 'День программы',
    lastIn: 'Последнее от человека',
    lastOut: 'Последнее от нас',
    waits: 'Ждёт ответа с',
    tags: 'Метки',
    nextContact: 'Следующий контакт',
  },
  orders: {
    invId: 'Номер',
    at: 'Дата',
    product: 'Продукт',
    state: 'Состояние',
    charge: 'Сумма, ₸',
    due: 'Долг, ₸',
    name: 'Имя',
    source: 'Источник',
    test: 'Тестовый',
  },
  messages: {
    name: 'Имя',
    phone: 'Телефон',
    at: 'Последнее сообщение',
    from: 'Кто написал',
    text: 'Текст',
    waits: 'Ждёт ответа с',
  },
  undelivered: {
    name: 'Имя',
    phone: 'Телефон',
    email: 'Почта',
    at: 'Когда',
    day: 'День программы',
    reason: 'Почему не дошло',
  },
  they: 'Человек',
  we: 'Мы',
  yes: 'да',
  no: 'нет',
})

/** States in words, as lists and files show them. */
export const deskWords = typeset({
  status: { new: 'Новый', talking: 'Общаемся', client: 'Клиент', closed: 'Закрыт' } satisfies Record<
    PersonStatus,
    string
  >,
  product: { subscription: 'Программа', consultation: 'Консультация' } satisfies Record<ProductType, string>,
  order: {
    created: 'Ждёт оплаты',
    paid: 'Оплачено',
    failed: 'Не оплачено',
    refunded: 'Возвращено',
    expired: 'Не оплачено в срок',
  } satisfies Record<OrderState, string>,
  program: {
    active: 'Идёт',
    stands: 'Стоит',
    paused: 'На паузе',
    finished: 'Закончена',
    cancelled: 'Остановлена',
  } satisfies Record<ShownProgramState, string>,
  failure: {
    recipient: 'На этом номере нет WhatsApp',
    opted_out: 'Человек написал СТОП',
    payload: 'WhatsApp не принял сообщение',
    template: 'WhatsApp не принял шаблон',
    expired: 'Не успело уйти',
    unanswered: 'WhatsApp не ответил, дошло ли',
  } satisfies Record<DeliveryFailure, string>,
})

import type { DeliveryFailure } from '@app/domain/desk/delivery'
import type { PersonStatus, ShownProgramState } from '@app/domain/desk/people'
import type { OrderState } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { typeset } from '../writing/typeset.ts'

/** Names of states for the desk's lists and files and for the user's exported data. */
export const recordWords = typeset({
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
    waits: 'Ждёт очереди',
    stopped: 'Остановлена словом СТОП',
    unreached: 'Не доставлено',
    paused: 'На паузе',
    finished: 'Закончена',
    cancelled: 'Остановлена',
  } satisfies Record<ShownProgramState, string>,
  failure: {
    recipient: 'На этом номере нет WhatsApp',
    opted_out: 'С номера написали СТОП',
    payload: 'WhatsApp не принял сообщение',
    template: 'WhatsApp не принял шаблон',
    expired: 'Не успело уйти',
    unanswered: 'WhatsApp не ответил, дошло ли',
  } satisfies Record<DeliveryFailure, string>,
  message: {
    checklist: 'Чек-лист',
    daily: 'Сообщение программы',
    manual: 'Сообщение программы, отправлено вручную',
    reply: 'Автоответ на СТОП или СТАРТ',
    answer: 'Ответ:',
  },
  delivery: {
    queued: 'отправляем',
    sent: 'отправлено',
    delivered: 'доставлено',
    read: 'прочитано',
    failed: 'не дошло',
  },
})

import type { OrderState, SettlementRefusal } from '@app/domain/orders/order'
import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import { typeset } from '../writing/typeset.ts'

/** Texts of the order search and the refunds on the panel. */
export const panelOrdersTexts = typeset({
  title: 'Заказы',
  text: 'Найдите заказ по номеру (InvId) или по почте покупателя.',
  query: 'Номер или почта',
  queryHint: 'Например, 1024 или name@example.kz',
  find: 'Найти',
  nothing: 'Таких заказов нет.',
  notUnderstood: 'Введите номер заказа или адрес почты.',
  buyer: 'Покупатель',
  created: 'Оформлен',
  paid: 'Оплачен',
  refunded: 'Возвращён',
  charge: 'К оплате',
  owed: 'Недоплачено: программу уже зачли в другой заказ или вернули',
  program: 'Программа',
  calls: 'Что сообщила Robokassa',
  noCalls: 'Ничего',
  test: 'тестовый',
  none: '—',
  refund: 'Отметить возврат',
  confirmTitle: 'Деньги уже возвращены в кабинете Robokassa?',
  confirmText: 'Заказ станет возвращённым, его программа остановится. Отменить это нельзя.',
  confirm: 'Да, деньги возвращены',
  proofTitle: 'Подтвердите, что это вы',
  proofText: 'С последнего кода прошло время. Введите новый, и возврат будет отмечен.',
  keep: 'Оставить как есть',
  states: {
    created: 'Ждёт оплаты',
    paid: 'Оплачен',
    failed: 'Не оплачен',
    refunded: 'Возвращён',
    expired: 'Истёк',
  } satisfies Record<OrderState, string>,
  programStates: {
    active: 'идёт',
    finished: 'завершена',
    cancelled: 'остановлена',
  } satisfies Record<SubscriptionState, string>,
  operations: { result: 'уведомление', status: 'ответ на вопрос' },
  verdicts: {
    accepted: 'принято',
    unknown_order: 'не принято, такого заказа нет',
    other_order: 'не принято, платёж за другой заказ с этим номером',
    amount_mismatch: 'не принято, сумма другая',
    product_mismatch: 'не принято, товар другой',
    test_mismatch: 'не принято, тестовый платёж вместо настоящего или наоборот',
  } satisfies Record<'accepted' | SettlementRefusal, string>,
  order: (invId: number) => `Заказ № ${invId}`,
  programDay: (state: string, sent: number, days: number) => `${state}, отправлено дней: ${sent} из ${days}`,
  due: (sum: string) => `По условиям к возврату: ${sum}`,
  depositUsed: (invId: number, sum: string) =>
    `Эту программу уже зачли в консультацию, заказ № ${invId}. Если вернуть за неё ${sum}, столько же покупатель останется должен за консультацию.`,
  depositOfStranger: (invId: number) =>
    `Эту программу уже зачли в консультацию, заказ № ${invId}. Её купили без входа на сайт, и кто платил, неизвестно, поэтому за консультацию никто должен не останется.`,
  call: (operation: string, verdict: string, at: string, repeats: number) =>
    `${operation}: ${verdict}, ${at}${repeats > 0 ? `, повторов: ${repeats}` : ''}`,
} as const)

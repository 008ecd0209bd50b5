import type { ProductType } from '@app/domain/orders/products'
import { typeset } from '../../writing/typeset.ts'

/** The facts in the confirmation of a refund. */
type RefundFacts = { product: ProductType; isGift: boolean; invId: number; sum: string; who: string }

/** Texts of a person's page. */
export const personTexts = typeset({
  back: 'Все люди',
  backToLook: 'К выборке',
  nobody: {
    title: 'Такого человека нет',
    text: 'Его удалили, или ссылка скопирована не целиком.',
  },
  hasAccount: 'Есть аккаунт',
  isStaff: 'Сотрудник: есть доступ к рабочему столу',
  typed: 'Без аккаунта: контакты не подтверждены',
  maybeSame: 'Возможно, тот же человек:',
  by: { phone: 'тот же номер', email: 'та же почта' },
  write: { whatsapp: 'Написать в WhatsApp', mail: 'Написать письмо' },
  facts: {
    title: 'Коротко',
    contacts: 'Контакты',
    came: 'Прошли тест',
    category: 'Категория',
    source: 'Источник',
    consents: 'Согласия',
    paid: 'Оплачено',
    due: 'Долг',
    window: 'Ответить отсюда можно до',
    number: { proven: 'номер подтверждён', typed: 'номер не подтверждён' },
    gifts: 'Номера подарков',
    stopped: 'просят не писать',
  },
  consents: { health: 'ответы о здоровье', marketing: 'рассылка', messages: 'сообщения программы' } as Record<
    string,
    string
  >,
  consentGiven: (kind: string) => `Согласие: ${kind}`,
  consentWithdrawn: (kind: string) => `Согласие отозвано: ${kind}`,
  withdrawn: (kind: string) => `${kind} — отозвано`,
  noConsents: 'нет',
  optedOut: 'Человек написал СТОП: пишите ему только лично и только по делу.',
  giftOptedOut: (phone: string) =>
    `С номера ${phone} (подарок) просят не писать. Покупателя это не касается.`,
  marks: {
    title: 'Отметки',
    status: 'Статус',
    byItself: 'сам по себе',
    nextContact: 'Связаться',
    tags: 'Метки',
    addTag: 'Новая метка',
    add: 'Добавить',
    removeTag: (tag: string) => `Убрать метку «${tag}»`,
    saved: 'Сохранили.',
    clearContact: 'Убрать дату',
  },
  notes: {
    title: 'Заметки',
    field: 'Новая заметка',
    hint: 'Человек увидит заметки, если попросит свои данные.',
    aboutHealth: 'Про здоровье — помощник не увидит',
    add: 'Записать',
    remove: 'Удалить заметку',
    removeText: (note: string) =>
      `Удалить эту заметку? Вернуть нельзя.\n${note.length > 80 ? `${note.slice(0, 80)}…` : note}`,
    removeSubmit: 'Удалить',
    removed: 'Заметки больше нет.',
    health: 'Про здоровье',
  },
  purchases: {
    title: 'Покупки и программа',
    none: 'Покупок нет.',
    order: (invId: number) => `№ ${invId}`,
    refundDue: (sum: string) => `По условиям вернуть ${sum}`,
    /** The note on a program that lowered a paid consultation. */
    credited: (invId: number, sum: string) =>
      `Программу уже зачли в консультацию, заказ № ${invId}. Если вернуть за неё ${sum}, столько же покупатель останется должен за консультацию.`,
    creditedToStranger: (invId: number) =>
      `Программу уже зачли в консультацию, заказ № ${invId}. Её купили без входа на сайт, и кто платил, неизвестно, поэтому доплату за консультацию мы не начислим. Если возврата просит сам покупатель консультации, сначала договоритесь о доплате.`,
    twice: (invId: number) =>
      `Похоже, оплачено дважды: первый заказ № ${invId}. Спросите покупателя. Если второй раз не нужен, верните деньги за этот заказ в кабинете Robokassa и отметьте возврат здесь.`,
    test: 'Тестовый',
    /** The title of a gift, by the last digits of its number. */
    giftTitle: (end: string | null) => (end ? `Программа в подарок на …${end}` : 'Программа в подарок'),
    writesTo: (phone: string) => `Сообщения — на ${phone}`,
    noPhone: 'Некуда писать: номера нет',
    stopped: 'С номера написали СТОП: программа пойдёт дальше, только когда с него напишут СТАРТ.',
    unreached:
      'WhatsApp не доставляет сообщения на этот номер. Программа ждёт, пока покупатель исправит его в личном кабинете; если у заказа есть почта, письмо об этом ушло. Номер верный? Нажмите «Прислать»: если сообщение дойдёт, программа продолжится сама.',
    waits: 'На этот номер уже идёт другая программа. Эта начнётся на следующее утро после неё.',
    day: (day: number) => `Отправлено дней: ${day} из 5`,
    pause: 'Поставить на паузу',
    resume: 'Продолжить',
    from: 'С какого дня',
    dayOption: (day: number) => `День ${day}`,
    begin: 'Перенести на этот день',
    when: 'Перенесённый день придёт следующим утром; «Прислать» отправляет сразу.',
    next: (day: number) => `дальше день ${day}`,
    beginText: (day: number, skipped: string, repeats: boolean) =>
      [
        `Следующим утром придёт день ${day}, дальше по порядку.`,
        skipped && `Пропустим и не пришлём: ${skipped}.`,
        repeats && 'Уже отправленное придёт ещё раз.',
      ]
        .filter(Boolean)
        .join(' '),
    begun: (day: number) => `Следующим придёт день ${day}.`,
    repeat: (day: number, isAgain: boolean) =>
      isAgain ? `Прислать день ${day} ещё раз` : `Прислать день ${day}`,
    repeatText: (day: number, phone: string | null, isPaused: boolean) =>
      [
        phone
          ? `Сообщение дня ${day} уйдёт в WhatsApp на ${phone} сейчас.`
          : `Сообщение дня ${day} уйдёт в WhatsApp сейчас.`,
        isPaused ? 'Программа останется на паузе.' : 'Остальные дни придут как шли.',
      ].join(' '),
    repeatSubmit: 'Прислать',
    repeated: 'Сообщение отправляем.',
    unreachable:
      'Программе некуда писать: у неё нет номера или результата теста. Попросите человека войти и указать телефон в личном кабинете.',
    refund: 'Отметить возврат',
    refundText: ({ product, isGift, invId, sum, who }: RefundFacts) =>
      `Отмечаем возврат ${sum} по заказу № ${invId}: ${product === 'consultation' ? 'консультация' : isGift ? 'программа в подарок' : 'программа'}, ${who}. Сначала верните деньги в кабинете Robokassa. ${product === 'consultation' ? 'Отменить' : 'Программа остановится, отменить'} отметку нельзя.`,
    refundMarked: 'Возврат отметили.',
    arrange: 'Назначить время',
    rearrange: 'Изменить время',
  },
  checklist: {
    send: 'Прислать чек-лист ещё раз',
    text: 'Чек-лист уйдёт в WhatsApp на номер человека.',
    submit: 'Прислать',
    sent: 'Чек-лист отправляем.',
  },
  answers: {
    title: 'Ответы теста',
    show: 'Показать ответы',
    note: 'Каждый просмотр записывается в журнал.',
    none: 'Ответов нет.',
    attempt: (moment: string) => `Тест от ${moment}`,
  },
  data: {
    title: 'Данные человека',
    export: 'Скачать все данные',
    endSessions: 'Завершить все входы',
    endSessionsText:
      'Человек выйдет из кабинета на всех устройствах, его пароль и ключи доступа перестанут работать. Мы напишем об этом ему на почту. Данные и покупки останутся, войти можно снова по коду из письма.',
    endSessionsSubmit: 'Завершить',
    sessionsEnded: 'Все входы человека завершены.',
    erase: 'Удалить человека',
    eraseText:
      'Удалим аккаунт, ответы, сообщения и заметки. Оплаты останутся без имени и контактов. Вернуть нельзя.',
    eraseSubmit: 'Да, удалить навсегда',
    erased: 'Человека больше нет в базе.',
  },
  actions: { keep: 'Не надо', yes: 'Да' },
  timeline: {
    title: 'Что было',
    more: 'Показаны последние 200 событий.',
    none: 'Пока ничего.',
    finished: (city: string | null) => (city ? `Прошли тест, ${city}` : 'Прошли тест'),
    ordered: (product: string, invId: number) => `Заказ № ${invId}: ${product}`,
    paid: (product: string, sum: string, invId: number) => `Оплата ${sum}: ${product}, № ${invId}`,
    refunded: (invId: number) => `Возврат по заказу № ${invId}`,
    wrote: 'Пишет:',
    giftWrote: (end: string) => `Получатель подарка, …${end}, пишет:`,
    giftReader: (end: string) => `получателю подарка, …${end}`,
    wroteOther: 'Прислали то, что здесь не показать. Посмотрите в WhatsApp.',
    dayOf: (day: number) => `день ${day}`,
    gift: 'подарок',
  },
})

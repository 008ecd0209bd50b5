import type { Fault } from '@app/contracts/desk/today'
import type { ProductType } from '@app/domain/orders/products'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

const faults: Readonly<Record<Fault, { title: string; text: string }>> = {
  person_missing: {
    title: 'На сайте не сказано, кто ведёт консультацию',
    text: 'Её покупают за 50 000 ₸ у человека с лицом и именем. Как заполнить, сказано в docs/owner.md, «Тексты без программиста».',
  },
  whatsapp_paused: {
    title: 'WhatsApp не отправляет сообщения',
    text: 'Причина пришла письмом. Пока её не устранят, сообщения ждут в очереди.',
  },
  backup_failed: {
    title: 'Последняя резервная копия не сделана',
    text: 'Перешлите письмо об этом тому, кто обслуживает сервер.',
  },
  jobs_failed: {
    title: 'За неделю сорвалась работа в очереди',
    text: 'Подробности — в показателях /api/metrics и в журнале сервера.',
  },
}

const products: Readonly<Record<ProductType, string>> = {
  subscription: 'программа',
  consultation: 'консультация',
}

/** Texts of the desk's first view. */
export const todayTexts = typeset({
  title: 'Сегодня',
  finished: (count: number, isMore: boolean) =>
    count === 0
      ? 'Сегодня тест ещё никто не прошёл.'
      : `Сегодня прошли тестов: ${isMore ? `больше ${count}` : count}`,
  seeFinished: 'Посмотреть, кто',
  nobody: 'без имени',
  products,
  gift: 'программа в подарок',
  faults,
  lists: {
    asks: { title: 'Ждут ответа', empty: 'Все, кто писал, получили ответ.', all: 'Все сообщения' },
    paid: { title: 'Заплатили', empty: 'Вчера и сегодня оплат не было.', all: 'Все деньги' },
    arrange: {
      title: 'Консультация без времени',
      empty: 'Всем, кто заплатил за консультацию, назначено время.',
      all: 'Все, кому назначить',
    },
    stands: {
      title: 'Программа стоит',
      empty: 'Ни одна программа не застряла.',
      all: 'Все, у кого стоит',
    },
    contact: {
      title: 'Пора написать',
      empty: 'На сегодня никому писать не собирались.',
      all: 'Все, кому написать',
    },
    trapped: {
      title: 'Похоже на робота',
      empty: '',
      all: '',
      lead: 'В тесте заполнено поле, которого люди не видят. Если это человек, примите заявку. Остальные удалятся сами через 30 дней.',
    },
    failed: { title: 'Не вышло', empty: 'За неделю всё дошло и ничего не сорвалось.', all: 'Что не дошло' },
  },
  day: (day: number) => `день ${day}`,
  givenAway: 'программа в подарок',
  stopped: 'остановлена словом СТОП',
  mayStop: 'Похоже, просит больше не писать:',
  undelivered: (count: number) =>
    count === 1
      ? 'сообщение не дошло'
      : `не дошло ${countWithNoun(count, { one: 'сообщение', few: 'сообщения', many: 'сообщений' })}`,
  accept: 'Принять',
  accepted: 'Заявка принята.',
  technical: 'Открыть служебную страницу',
  technicianNote: 'Люди и деньги вашей роли не видны: здесь только то, что сломалось.',
})

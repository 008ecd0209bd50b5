import { brand } from '../brand.ts'
import { typeset } from '../writing/typeset.ts'

/** Texts of the page that shows WhatsApp messages as a phone does. */
export const sandboxWhatsappTexts = typeset({
  title: 'WhatsApp песочницы',
  about:
    'Сообщения, которые сайт отправил бы людям. Отсюда можно и ответить за человека. Номер, который кончается на 404404, «не в WhatsApp»: на него ничего не доходит.',
  empty: 'Сообщений пока нет. Попросите на сайте прислать чек-лист — он появится здесь сам.',
  chats: 'Телефоны',
  sender: brand.title,
  onPhone: 'на телефоне',
  back: 'Все телефоны',
  document: 'Документ PDF',
  open: 'Открыть',
  template: 'шаблон',
  free: 'свободный текст',
  you: 'Ответ человека',
  placeholder: 'Сообщение',
  send: 'Отправить',
  way: 'Как',
  ways: {
    text: 'Сообщение',
    caption: 'Подпись к фото',
    button: 'Нажатие кнопки',
    list: 'Выбор из списка',
    reaction: 'Реакция на последнее',
    edit: 'Правка последнего',
    revoke: 'Удаление последнего',
    number: 'Новый номер',
    stop: 'Меню WhatsApp: не писать',
    resume: 'Меню WhatsApp: писать снова',
    echo: 'Ответ с телефона хозяйки',
  },
  quick: ['Спасибо', 'СТОП', 'СТАРТ'],
  newPhone: 'Другой телефон',
  openPhone: 'Открыть',
  clear: 'Удалить все сообщения',
  notSent: 'Ответ не дошёл до сайта. Попробуйте ещё раз.',
  status: {
    sent: 'отправлено',
    delivered: 'доставлено',
    read: 'прочитано',
    failed: 'не доставлено',
  },
  linkTitle: 'WhatsApp',
  linkAbout: 'Чек-листы и сообщения программы на телефоне',
} as const)

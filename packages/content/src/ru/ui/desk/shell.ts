import { typeset } from '../../writing/typeset.ts'

/** Texts of the desk's frame, on every view. */
export const deskTexts = typeset({
  title: 'Рабочий стол',
  nav: 'Разделы рабочего стола',
  views: {
    today: 'Сегодня',
    people: 'Люди',
    messages: 'Сообщения',
    money: 'Деньги',
    funnel: 'Воронка',
    journal: 'Журнал',
    access: 'Доступ',
  },
  panel: 'Служебная страница',
  roles: { owner: 'Владелица', assistant: 'Помощник', technician: 'Техник' },
  noSuchView: {
    title: 'Здесь ничего нет',
    text: 'Такого раздела нет, или вашей роли он не открыт.',
    back: 'К разделу «Сегодня»',
  },
  loading: 'Загружаем',
  retry: 'Попробовать ещё раз',
  stale: 'Не получилось обновить. На экране то, что было раньше.',
  offline: 'Нет связи. На экране то, что было раньше; обновится само.',
  said: { undo: 'Вернуть', undone: 'Вернули как было.' },
  proof: {
    title: 'Подтвердите, что это вы',
    text: 'Введите новый код из приложения. Дальше всё сделается само.',
    keep: 'Не делать',
  },
})

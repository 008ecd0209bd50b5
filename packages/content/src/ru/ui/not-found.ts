import { typeset } from '../writing/typeset.ts'

/** The not-found page. Its English heading is given (specification, section 2): a small line below. */
export const notFoundTexts = typeset({
  title: 'Здесь дорога кончается',
  text: 'Такой страницы нет: возможно, в адресе опечатка или страница переехала.',
  home: 'Вернуться на главную',
  cabinet: 'В личный кабинет',
  original: 'Oops! Page not found',
})

import { typeset } from '../writing/typeset.ts'

/**
 * Texts of the not-found page. The specification quotes its English heading, which stands below in
 * small type.
 */
export const notFoundTexts = typeset({
  title: 'Здесь дорога кончается',
  text: 'Такой страницы нет: возможно, в адресе опечатка или страница переехала.',
  home: 'Вернуться на главную',
  cabinet: 'В личный кабинет',
  original: 'Oops! Page not found',
})

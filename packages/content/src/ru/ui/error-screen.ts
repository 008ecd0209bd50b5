/** The generic error screen and the not-found page; their English texts are given (specification, section 2). */
export const errorScreenTexts = {
  title: 'Something went wrong',
  text: "We're sorry, but something unexpected happened. Please try refreshing the page.",
  refresh: 'Refresh Page',
  retry: 'Try Again',
} as const

export const notFoundTexts = {
  title: 'Oops! Page not found',
  text: 'Такой страницы нет: возможно, в адресе опечатка или страница переехала.',
  home: 'Вернуться на главную',
} as const

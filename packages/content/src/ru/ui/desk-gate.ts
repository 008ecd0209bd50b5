import { typeset } from '../writing/typeset.ts'

/** Texts of `/desk` for visitors without access. Part of the public site. */
export const deskGateTexts = typeset({
  title: 'Рабочий стол',
  signIn: {
    text: 'Он открыт владелице и тем, кто с ней работает. Войдите со своей рабочей почтой.',
    button: 'Войти',
  },
  refused: {
    text: 'Он открыт владелице и тем, кто с ней работает, а у вашего аккаунта такой роли нет.',
    home: 'На главную',
  },
  failed: {
    text: 'Не получилось проверить доступ. Попробуйте ещё раз.',
    offline: 'Нет связи, поэтому доступ не проверить. Как появится, страница откроется сама.',
    retry: 'Попробовать ещё раз',
  },
})

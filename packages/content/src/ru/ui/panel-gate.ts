import { typeset } from '../writing/typeset.ts'

/** Texts of `/misc` for visitors without access. Part of the public site. */
export const panelGateTexts = typeset({
  title: 'Служебная страница',
  loading: 'Проверяем доступ',
  signIn: {
    text: 'Она открыта только администраторам. Войдите с почтой администратора, затем откройте её снова.',
    button: 'Войти',
  },
  refused: {
    text: 'Она открыта только администраторам, а у вашего аккаунта такого доступа нет.',
    home: 'На главную',
  },
  failed: {
    text: 'Не получилось проверить доступ. Попробуйте ещё раз.',
    offline: 'Нет связи, поэтому доступ не проверить. Как появится, страница откроется сама.',
    retry: 'Попробовать ещё раз',
  },
})

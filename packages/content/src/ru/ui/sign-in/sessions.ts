import { typeset } from '../../writing/typeset.ts'

/** Texts of the list of signed-in devices. */
export const sessionTexts = typeset({
  title: 'Где вы вошли',
  text: 'Устройства, на которых открыт ваш кабинет. Незнакомый вход завершите и задайте новый пароль.',
  staffText: 'Устройства, на которых вы вошли. Незнакомый вход завершите сразу.',
  loading: 'Смотрим, где вы вошли',
  failed: 'Не получилось узнать, где вы вошли. Попробуйте ещё раз.',
  retry: 'Попробовать ещё раз',
  current: 'Это вы сейчас',
  signedIn: (moment: string) => `вход ${moment}`,
  lastUsed: (moment: string) => `последний раз ${moment}`,
  end: 'Завершить',
  endLabel: (device: string, moment: string) => `Завершить вход: ${device}, ${moment}`,
  endOthers: 'Завершить все остальные',
  onlyHere: 'Больше вы нигде не вошли.',
  ended: 'Вход завершён.',
  othersEnded: 'Остальные входы завершены.',
  notEnded: 'Завершить не получилось. Попробуйте ещё раз.',
})

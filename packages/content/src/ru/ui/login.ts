import { signInRules } from '@app/contracts/sign-in'
import { typeset } from '../writing/typeset.ts'

/** Texts of the login dialog (specification, sections 2 and 4; the quoted texts are exact). */
export const loginTexts = typeset({
  close: 'Закрыть',
  email: {
    title: 'Войти в аккаунт',
    text: 'Пришлём на почту код из 6 цифр. Пароль не нужен; если аккаунта ещё нет, он появится.',
    label: 'Почта (email)',
    placeholder: 'name@example.kz',
    submit: 'Получить код',
    haveCode: 'У меня есть код',
    byPassword: 'Войти по паролю',
  },
  code: {
    title: 'Подтвердите email',
    sendingTo: (email: string) => `Отправляем код на ${email}`,
    sentTo: (email: string) => `Код отправлен на ${email}`,
    label: 'Код из письма',
    hint: `6 цифр, действует ${signInRules.codeLifetimeSeconds / 60} минут`,
    submit: 'Войти',
    checking: 'Проверяем...',
    back: 'Назад, к адресу',
    resend: 'Отправить код ещё раз',
    resendIn: (seconds: number) => `Отправить ещё раз через ${seconds} с`,
    notFound: 'Письма нет? Загляните в «Спам» или проверьте адрес.',
    sandbox: 'Это песочница: письмо лежит здесь',
  },
  delivery: {
    sending: 'Отправляем код подтверждения на ваш email...',
    sent: 'Код подтверждения отправлен на ваш email',
    resending: 'Отправляем новый код...',
    earlier: 'Введите код из последнего письма',
    resent: 'Новый код подтверждения отправлен на ваш email',
  },
  password: {
    title: 'Войти по паролю',
    label: 'Пароль',
    show: 'Показать',
    showLabel: 'Показать пароль',
    hide: 'Скрыть',
    hideLabel: 'Скрыть пароль',
    submit: 'Войти',
    forgotten: 'Забыли пароль?',
    byCode: 'Войти по коду из письма',
    back: 'Назад, к входу по коду',
  },
  recovery: {
    title: 'Восстановить пароль',
    text: 'Пришлём код на почту, с которой вы регистрировались. По нему можно задать новый пароль.',
    submit: 'Получить код',
    back: 'Назад, к входу по паролю',
    verify: 'Продолжить',
  },
  link: {
    title: 'Войти по ссылке?',
    /** The texts before and after the address. */
    before: 'Ссылка, по которой вы пришли, открывает кабинет ',
    after: '. Если адрес не ваш, не входите: ваши ответы и покупки попадут в чужой кабинет.',
    present: (name: string) => `Сейчас вы вошли как ${name}. Этот вход закончится.`,
    accept: 'Войти',
    decline: 'Не входить',
  },
  newPassword: {
    title: 'Задайте новый пароль',
    text: 'Вы вошли. С паролем можно будет входить и без кода.',
    label: 'Новый пароль',
    hint: `Не короче ${signInRules.passwordMinLength} знаков`,
    tooShort: `Нужно не меньше ${signInRules.passwordMinLength} знаков`,
    submit: 'Сохранить пароль',
    later: 'Не сейчас',
  },
} as const)

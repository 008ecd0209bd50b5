import { countWithNoun, type Forms, seconds } from './writing/plural.ts'
import { typesetLine } from './writing/typeset.ts'

/** A refusal of the authentication service, as supabase-js throws it. */
export type AuthRefusal = {
  code?: string | undefined
  status?: number | undefined
  message?: string | undefined
  /** The reason why a password is weak: `length`, `characters`, `pwned`. */
  reasons?: readonly string[] | undefined
}

const texts: Readonly<Record<string, string>> = {
  otp_expired: 'Код неверный или уже не действует. Если цифры верны, запросите новый.',
  otp_disabled: 'Вход по коду для этого адреса недоступен.',
  invalid_credentials: 'Почта или пароль не подходят.',
  over_email_send_rate_limit: 'Письмо уже отправлено. Проверьте почту и подождите немного перед новым.',
  over_request_rate_limit:
    'Слишком много попыток. Подождите и попробуйте снова, а войти можно и по коду из письма.',
  weak_password: 'Пароль слишком простой. Придумайте посложнее.',
  same_password: 'Новый пароль совпадает со старым. Придумайте другой.',
  user_already_exists: 'Аккаунт с такой почтой уже есть. Войдите по коду или паролю.',
  email_exists: 'Эта почта уже занята другим аккаунтом.',
  email_address_invalid: 'Проверьте адрес почты: на такой письмо не дойдёт.',
  email_address_not_authorized: 'На этот адрес отправить письмо не получится. Попробуйте другой.',
  email_not_confirmed: 'Почта ещё не подтверждена. Войдите по коду из письма.',
  email_provider_disabled: 'Вход по почте сейчас выключен.',
  signup_disabled: 'Регистрация сейчас закрыта.',
  anonymous_provider_disabled: 'Чтобы продолжить, укажите почту.',
  validation_failed: 'Проверьте, правильно ли заполнены поля.',
  bad_json: 'Сервер не понял запрос. Обновите страницу и попробуйте ещё раз.',
  session_not_found: 'Вы вышли из аккаунта. Войдите ещё раз.',
  session_expired: 'Вы давно не заходили. Войдите ещё раз.',
  refresh_token_not_found: 'Вы вышли из аккаунта. Войдите ещё раз.',
  refresh_token_already_used: 'Вход устарел. Войдите ещё раз.',
  bad_jwt: 'Вход устарел. Войдите ещё раз.',
  no_authorization: 'Войдите в аккаунт, чтобы продолжить.',
  reauthentication_needed: 'Подтвердите, что это вы: введите текущий пароль или код из письма.',
  current_password_mismatch: 'Текущий пароль не подходит. Проверьте его или запросите код на почту.',
  reauthentication_not_valid: 'Код подтверждения не подходит. Запросите новый.',
  user_not_found: 'Такого аккаунта больше нет.',
  user_banned: 'Вход в этот аккаунт закрыт. Напишите в поддержку.',
  not_admin: 'У вашего аккаунта нет доступа к этому действию.',
  insufficient_aal: 'Сначала введите код из приложения для входа.',
  mfa_verification_failed:
    'Код не подходит. Дождитесь следующего в приложении и введите его; проверьте, точно ли идут часы телефона.',
  mfa_challenge_expired: 'Слишком много попыток или прошло много времени. Введите новый код.',
  mfa_factor_not_found: 'Это приложение уже убрано. Обновите страницу.',
  mfa_ip_address_mismatch: 'Сеть поменялась, пока вы вводили код. Введите новый.',
  too_many_enrolled_mfa_factors: 'Приложений уже слишком много. Уберите одно из них.',
  last_mfa_factor: 'Единственное приложение убрать нельзя: сначала добавьте другое.',
  captcha_failed: 'Проверка не пройдена. Обновите страницу и попробуйте ещё раз.',
  identity_already_exists: 'Этот способ входа уже привязан.',
  identity_not_found: 'Этот способ входа не найден.',
  single_identity_not_deletable: 'Это единственный способ входа, удалить его нельзя.',
  request_timeout: 'Сервис входа не ответил вовремя. Попробуйте ещё раз.',
  // The page's own codes: for a code that was guessed at too often, a session that was ended elsewhere, and for links that failed.
  code_used_up:
    'Попытки для этого кода закончились: теперь не подойдёт и верный. Запросите новый код и введите его из последнего письма.',
  session_ended: 'Вход закончился, войдите снова.',
  link_expired: 'Ссылка уже не действует. Войдите по коду из письма.',
  link_elsewhere:
    'Эта ссылка открывается только в том браузере, где её запросили. Здесь войдите по коду из письма.',
  link_failed: 'Войти по ссылке не получилось. Войдите по коду из письма.',
  unexpected_failure: 'Что-то пошло не так у нас. Попробуйте ещё раз чуть позже.',
}

/**
 * Returns the text for a failed sign-in. An unknown refusal gets a text of its own, with the
 * service's own message after it, which support can make something of.
 */
export function authErrorText(refusal: AuthRefusal): string {
  return typesetLine(textOf(refusal))
}

function textOf(refusal: AuthRefusal): string {
  const { code, status, reasons } = refusal
  const wait = waitText(refusal)
  if (wait) return wait
  if (code === 'weak_password' && reasons) return weakPasswordText(reasons)
  if (code && Object.hasOwn(texts, code)) return texts[code] as string
  if (status === 429) return texts.over_request_rate_limit as string
  if (status === 0 || (status !== undefined && status >= 502)) {
    return 'Сервис входа сейчас не отвечает. Попробуйте через минуту.'
  }
  const general = 'Войти не получилось. Попробуйте ещё раз или напишите в поддержку.'
  return refusal.message ? `${general} (${refusal.message})` : general
}

/** GoTrue gives the pause only in its message: «… after 42 seconds». */
function waitText({ code, message }: AuthRefusal): string | null {
  if (code !== 'over_email_send_rate_limit') return null
  const pause = message?.match(/after (\d+) seconds?/)?.[1]
  return pause ? `Письмо уже отправлено. Новое можно запросить через ${durationText(Number(pause))}.` : null
}

/** Rounds up to seconds below two minutes, to minutes below two hours, and to hours above. */
function durationText(total: number): string {
  if (total < 120) return countWithNoun(total, seconds)
  if (total < 2 * 3600) return countWithNoun(Math.ceil(total / 60), minuteForms)
  return countWithNoun(Math.ceil(total / 3600), hourForms)
}

const minuteForms: Forms = { one: 'минуту', few: 'минуты', many: 'минут' }
const hourForms: Forms = { one: 'час', few: 'часа', many: 'часов' }

const weaknesses: Readonly<Record<string, string>> = {
  length: 'сделайте его длиннее',
  characters: 'добавьте буквы и цифры',
  pwned: 'такой пробуют первым, выберите другой',
  personal: 'в нём ваш адрес почты, его пробуют первым',
}

function weakPasswordText(reasons: readonly string[]): string {
  const advice = reasons.flatMap((reason) => (Object.hasOwn(weaknesses, reason) ? [weaknesses[reason]] : []))
  return advice.length > 0 ? `Пароль слишком простой: ${advice.join(', ')}.` : (texts.weak_password as string)
}

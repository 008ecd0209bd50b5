import type { AuthRefusal } from '../auth-errors.ts'
import { typeset } from '../writing/typeset.ts'

/** Texts of passkeys, which only the staff use. */
export const passkeyTexts = typeset({
  signIn: 'Войти с ключом доступа',
  or: 'Вы уже добавили ключ доступа? Код из письма не понадобится.',
  title: 'Ключи доступа',
  text: 'С ключом вы входите сюда отпечатком пальца, лицом или паролем устройства — без писем и кодов. Он хранится в телефоне, компьютере или на флешке-ключе.',
  none: 'Ключей пока нет.',
  loading: 'Проверяем',
  failed: 'Не получилось узнать, какие у вас ключи. Попробуйте ещё раз.',
  retry: 'Попробовать ещё раз',
  name: 'Название ключа',
  nameHint: 'Например, «Мой телефон». Увидите его только вы.',
  nameMissing: 'Напишите, как назвать ключ.',
  add: 'Добавить ключ',
  addSubmit: 'Создать ключ',
  cancel: 'Не добавлять',
  rename: 'Переименовать',
  renameSubmit: 'Сохранить',
  renameCancel: 'Не менять',
  remove: 'Убрать',
  confirmRemove: 'Да, убрать',
  keep: 'Оставить',
  removeText: 'Войти этим ключом больше не получится, а входы на других устройствах закончатся.',
  unnamed: 'Ключ без названия',
  addedOn: (day: string) => `добавлен ${day}`,
  usedOn: (day: string) => `последний вход ${day}`,
  notUsed: 'им ещё не входили',
})

const errors: Readonly<Record<string, string>> = typeset({
  passkey_disabled: 'Вход с ключом сейчас выключен. Войдите по коду из письма.',
  too_many_passkeys: 'Ключей уже десять, больше нельзя. Уберите тот, которым не пользуетесь.',
  webauthn_credential_exists: 'Этот ключ уже добавлен.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'На этом устройстве ключ уже есть.',
  webauthn_challenge_not_found: 'Прошло слишком много времени. Попробуйте ещё раз.',
  webauthn_challenge_expired: 'Прошло слишком много времени. Попробуйте ещё раз.',
  webauthn_verification_failed: 'Этот ключ не подходит. Войдите по коду из письма, а ключ добавьте заново.',
  ERROR_CEREMONY_ABORTED: 'Ключ не показан. Попробуйте ещё раз или войдите по коду из письма.',
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'Ключ не показан. Попробуйте ещё раз или войдите по коду из письма.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'Это устройство не умеет хранить ключи. Возьмите другое.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'Ключу нужна блокировка: включите на устройстве отпечаток, лицо или ПИН-код.',
  ERROR_AUTHENTICATOR_GENERAL_ERROR:
    'Устройство не смогло создать ключ. Попробуйте ещё раз или возьмите другое.',
  insufficient_aal: 'Сначала введите код из приложения для входа.',
  gone: 'Этот ключ уже убран. Обновите страницу.',
})

/** Returns the text for a refused key; null for refusals that any sign-in may meet. */
export function passkeyErrorText({ code, status }: AuthRefusal): string | null {
  if (status === 404 && code === 'validation_failed') return errors.gone ?? null
  return code !== undefined && Object.hasOwn(errors, code) ? (errors[code] ?? null) : null
}

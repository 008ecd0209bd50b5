import type { ErrorCode } from '@app/contracts/error-codes'
import { typeset } from './writing/typeset.ts'

/** What a person reads when the product API refuses: what happened and what to do. */
export const apiErrorTexts: Readonly<Record<ErrorCode, string>> = typeset({
  invalid_input: 'Проверьте, правильно ли заполнены поля.',
  body_too_large: 'Слишком много данных. Сократите текст и отправьте ещё раз.',
  unsupported_media_type: 'Сервер не понял запрос. Обновите страницу и попробуйте ещё раз.',
  not_found: 'Ничего не нашлось. Возможно, ссылка устарела.',
  method_not_allowed: 'Так сделать нельзя. Обновите страницу и попробуйте ещё раз.',
  unauthorized: 'Войдите в аккаунт, чтобы продолжить.',
  forbidden: 'У вашего аккаунта нет доступа к этому действию.',
  second_factor_required: 'Введите код из приложения для входа, чтобы продолжить.',
  fresh_sign_in_required: 'Подтвердите ещё раз, что это вы.',
  consent_required: 'Чтобы сохранить ответы, нужно ваше согласие на обработку данных.',
  attempt_conflict: 'Этот тест уже сохранён с другими данными. Начните тест заново.',
  message_conflict:
    'Этот ответ уже ушёл с другим текстом. Посмотрите переписку: если нужно дополнить, напишите ещё один.',
  mark_conflict: 'Вернуть не получилось: это уже изменил кто-то другой. На экране то, что стоит сейчас.',
  rate_limited: 'Слишком много попыток. Подождите минуту и попробуйте снова.',
  opted_out:
    'Раньше с этого номера попросили больше не писать. Отправьте нам в WhatsApp слово СТАРТ — и чек-лист можно будет получить снова.',
  person_is_staff:
    'Это сотрудник: сначала снимите роль в разделе «Доступ». Роль владелицы задают настройки сервера.',
  order_not_paid: 'Заказ не оплачен или деньги за него уже вернули.',
  program_ended: 'Эта программа остановлена: деньги за неё возвращены.',
  not_for_sale:
    'Программа сейчас не продаётся: сообщения в WhatsApp временно не отправляются. Деньги не списаны.',
  payments_off: 'Оплата на сайте скоро откроется. Напишите нам, и мы скажем, когда. Деньги не списаны.',
  doctor_first:
    'По ответам вес ниже нормы, поэтому программу сейчас не продаём: сначала покажитесь врачу. Если в тесте ошибка в росте или весе, пройдите его ещё раз. Деньги не списаны.',
  already_bought: 'У вас уже есть программа, и она ещё не закончилась.',
  messages_stopped:
    'Вы остановили сообщения программы. Разрешите их снова в личном кабинете, на вкладке «Аккаунт», — и программу можно будет купить.',
  window_closed:
    'Человек писал больше суток назад, поэтому WhatsApp не пропустит свободный текст. Напишите ему со своего телефона.',
  question_elsewhere:
    'Вопрос пришёл с другого номера этого человека, поэтому ответ не отправлен. Обновите страницу и ответьте на нужный вопрос.',
  already_answered:
    'Пока вы писали, отсюда уже ушёл другой ответ, поэтому этот не отправлен. Посмотрите переписку на странице человека: если нужно, отправьте свой оттуда.',
  whatsapp_off: 'Сообщения в WhatsApp сейчас не отправляются.',
  unavailable: 'Сервис сейчас недоступен. Попробуйте через несколько минут.',
  internal: 'Что-то пошло не так у нас. Попробуйте ещё раз чуть позже.',
})

/** When the server could not be reached at all. */
export const networkErrorText = typeset('Нет связи с сервером. Проверьте интернет и попробуйте ещё раз.')

/** Texts of the cabinet's failures (specification, section 8). */
export const profileErrorTexts = typeset({
  loadFailed: 'Ошибка при загрузке данных профиля',
  loadFailedHint:
    'Кабинет не загрузился. Проверьте связь и попробуйте ещё раз: с вашими данными ничего не случилось.',
  badLink: 'Ссылка скопирована не целиком',
  notFound: 'Такого результата нет',
} as const)

/** The checklist form and the phone it saves (specification, sections 7 and 8), word for word. */
export const checklistMessages = typeset({
  sent: 'Чек-лист отправлен в WhatsApp!',
  sendFailed: 'Ошибка при отправке в WhatsApp. Попробуйте позже.',
  phoneUpdated: 'Номер телефона обновлен успешно!',
  phoneUpdateFailed: 'Ошибка при обновлении номера телефона',
} as const)

/** Headlines of the payment pages' failures (specification, section 8, word for word). */
export const paymentErrorTexts = {
  unknownProduct: 'Ошибка определения продукта',
  failed: 'Оплата не прошла',
} as const

/** Facts about processing that the policy and the consents must state alike. */

/** How long a lead and an account's data are kept after the last visit, in years. */
export const retentionYears = 3

/** Working days to stop processing after a withdrawal (Law of Kazakhstan 94-V, article 8(7)). */
export const withdrawalWorkingDays = 15

export const dataLists = {
  contact: 'имя, адрес электронной почты, номер телефона',
  body: 'пол, возрастная группа, рост, вес',
  health:
    'сведения о здоровье и самочувствии из ответов теста: жалобы, цвет языка и белков глаз, зрачки, зябкость, тяжесть, сон, эмоции, самочувствие перед месячными, опыт диет и привычки в еде, а также результат теста',
  place: 'страна, город и язык браузера',
  record: 'дата и время ответов и согласий, версия согласия, IP-адрес',
} as const

export const crossBorder = {
  whatsapp:
    'Meta (США, Ирландия): номер телефона, имя, текст сообщения и файл чек-листа, если вы просите прислать его в WhatsApp или оплатили программу. Ответов теста в сообщениях нет.',
  analytics:
    'PostHog (США): обезличенная статистика посещений и ошибок сайта. Без имени, почты, телефона и ответов о здоровье.',
  location:
    'службы определения города по IP-адресу (страны ЕС, США): только IP-адрес, чтобы узнать страну и город.',
} as const

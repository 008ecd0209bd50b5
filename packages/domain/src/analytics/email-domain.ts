/** Mail services that are too common to identify a person. */
const publicDomains = new Set([
  ...[
    'gmail.com',
    'mail.ru',
    'yandex.ru',
    'yandex.kz',
    'ya.ru',
    'inbox.ru',
    'bk.ru',
    'list.ru',
    'internet.ru',
  ],
  ...['icloud.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'rambler.ru', 'mail.kz', 'proton.me'],
])

/**
 * Returns the domain of a public mail service, else `other`, because a private domain may be a
 * name.
 */
export function emailDomain(email: string): string {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  return publicDomains.has(domain) ? domain : 'other'
}

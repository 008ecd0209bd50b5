/** Mail services that so many people use that naming one tells nothing about anybody. */
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

/** The domain of an address when it is a public mail service's, else `other`: a domain of one's own is a name. */
export function emailDomain(email: string): string {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  return publicDomains.has(domain) ? domain : 'other'
}

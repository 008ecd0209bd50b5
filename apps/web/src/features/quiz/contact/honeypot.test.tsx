import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Honeypot } from './honeypot.tsx'

const markup = renderToStaticMarkup(<Honeypot onChange={() => {}} />)
const attributes = new Map(
  [...markup.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const),
)
const label = /<label>([^<]*)/.exec(markup)?.[1]?.replaceAll('\u00a0', ' ') ?? ''

/** Each manager looks for its words in a field's name, id, label and placeholder. */
const words = {
  'Chrome, of its patterns for names, addresses, companies, cards and contacts':
    /e-?mail|name|user|nick|phone|mobile|tel(?!l)|fax|addr|street|road|house|suite|unit|apt|line[0-9]|city|town|suburb|locality|state|county|region|province|zip|post|country|location|company|business|organi[sz]ation|firm|card|cvc|cvv|expir|month|year|search|query|^q$|subject|price|iban|title|mr|gender|birth|имя|фамили|отчеств|телефон|адрес|улиц|дом|квартир|город|индекс|стран|област|район|компани|организаци|фирм|почт|карт/i,
  '1Password, of an identity':
    /website|url|web|home|site|icq|skype|aol|yahoo|msn|forum|reminder|job|department|occupation|birth|sex|initial|login|pass|otp|code/i,
  'Bitwarden, of an identity, a card and a login':
    /prefix|title|honorific|[fmls]-?name|surname|first|last|middle|given|family|user|screen|e-?mail|addr|street|zip|postal|city|town|state|province|country|land|ort|phone|mobil|tel|handy|company|firma|ssn|passport|licen[cs]e|card|cvv|cvc|cid|csc|exp|anrede|plz|stadt|token|otp|totp|captcha|findanything|forgot/i,
  'LastPass, of a profile':
    /name|user|login|e-?mail|pass|addr|city|county|state|zip|country|phone|evening|mobile|fax|ssn|bank|account|routing|credit|card|time.?zone|birth|company|url|site/i,
}

test.each(Object.entries(words))('the field that nobody sees has no word of %s', (_, pattern) => {
  expect(label).not.toBe('')
  for (const said of [attributes.get('name') ?? '', attributes.get('id') ?? '', label]) {
    expect(said).not.toMatch(pattern)
  }
})

test('each manager is told in its own way to leave it alone, and nobody comes to it by the keyboard or a reader', () => {
  expect(Object.fromEntries(attributes)).toMatchObject({
    ...{ autoComplete: 'off', 'data-lpignore': 'true', 'data-form-type': 'other', tabindex: '-1' },
    ...{ 'data-1p-ignore': '', 'data-bwignore': '', 'aria-hidden': 'true', type: 'text' },
  })
  expect(attributes.has('placeholder')).toBe(false)
})

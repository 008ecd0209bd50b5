import type { Owner } from '@app/contracts/client-config'
import { brand } from './brand.ts'

/** The practice as a phone's address book takes it: a vCard (RFC 2426), which every phone reads. */
export function contactCard(
  { supportWhatsapp, consultationWhatsapp, email }: Owner,
  siteUrl: string,
): string {
  const name = escapeValue(brand.title)
  const phones = [...new Set([supportWhatsapp, consultationWhatsapp])]
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${name};;;`,
    `FN:${name}`,
    `ORG:${name}`,
    ...phones.map((phone) => `TEL;TYPE=CELL:+${phone}`),
    `EMAIL:${escapeValue(email)}`,
    `URL:${escapeValue(siteUrl)}`,
    'END:VCARD',
  ]
  return `${lines.join('\r\n')}\r\n`
}

function escapeValue(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/[\\,;]/g, '\\$&')
    .replace(/[\r\n]+/g, '\\n')
}

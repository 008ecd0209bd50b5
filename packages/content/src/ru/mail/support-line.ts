import type { Owner } from '@app/contracts/client-config'
import { typesetLine } from '../writing/typeset.ts'

/** Returns the owner's contacts, as the last line of a mail that asks to write to them. */
export function supportLine({ email, phone, supportWhatsapp }: Owner): string {
  return typesetLine(
    `Поддержка: ${email}, ${phone}, WhatsApp https://wa.me/${supportWhatsapp}. Отвечаем в течение 24 часов.`,
  )
}

import type { Owner } from '@app/contracts/client-config'
import { type Block, type Inline, link } from '../writing/rich-text.ts'

export type LegalSection = { id: string; title: string; blocks: readonly Block[] }

/** A legal page. Its version changes whenever its meaning does. */
export type LegalPage = {
  version: string
  title: string
  /** The date of the last change, `2026-11-21`. */
  updatedOn: string
  intro: readonly Inline[]
  sections: readonly LegalSection[]
}

export function mailLink({ email }: Owner): Inline {
  return link(email, `mailto:${email}`)
}

export function phoneLink({ phone }: Owner): Inline {
  // Removes separators only, because prerendered pages have a placeholder here that the server
  // fills.
  return link(phone, `tel:${phone.replace(/[\s()-]/g, '')}`)
}

export function supportLink({ supportWhatsapp }: Owner): Inline {
  return link('WhatsApp', `https://wa.me/${supportWhatsapp}`)
}

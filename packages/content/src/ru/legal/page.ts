import type { Owner } from '@app/contracts/client-config'
import { type Block, type Inline, link } from '../writing/rich-text.ts'

export type LegalSection = { id: string; title: string; blocks: readonly Block[] }

/** A long page that people agree to. Its version changes whenever its meaning does. */
export type LegalPage = {
  version: string
  title: string
  /** A day, `2026-11-21`. */
  updatedOn: string
  intro: readonly Inline[]
  sections: readonly LegalSection[]
}

export function mailLink({ email }: Owner): Inline {
  return link(email, `mailto:${email}`)
}

export function phoneLink({ phone }: Owner): Inline {
  // Only what people put between digits goes: prerendered pages carry a placeholder here until the server fills it.
  return link(phone, `tel:${phone.replace(/[\s()-]/g, '')}`)
}

export function supportLink({ supportWhatsapp }: Owner): Inline {
  return link('WhatsApp', `https://wa.me/${supportWhatsapp}`)
}

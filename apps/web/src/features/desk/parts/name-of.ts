import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { showPhone } from './contact-links.ts'

type Named = { name: string | null; email?: string | null; phone: string | null }

/** What somebody is called: who left no name goes by the address, or the number. */
export function nameOf({ name, email, phone }: Named): string {
  return name || email || (phone ? showPhone(phone) : peopleTexts.nameless)
}

import type { Owner } from '@app/contracts/client-config'
import { z } from 'zod'
import { text } from './environment.ts'

const digits = z.string().regex(/^\d{10,15}$/, 'must be digits only, with the country code')

/** The owner's requisites, as the law and the payment provider's moderation want them shown. */
export const ownerSchema = z
  .object({
    OWNER_NAME: text,
    OWNER_IIN: z.string().regex(/^\d{12}$/, 'must be 12 digits'),
    OWNER_ADDRESS: text,
    OWNER_EMAIL: z.email(),
    OWNER_PHONE: text,
    OWNER_WORKING_HOURS: text,
    OWNER_SUPPORT_WHATSAPP: digits,
    OWNER_CONSULTATION_WHATSAPP: digits,
  })
  .transform(
    (env): Owner => ({
      name: env.OWNER_NAME,
      iin: env.OWNER_IIN,
      address: env.OWNER_ADDRESS,
      email: env.OWNER_EMAIL,
      phone: env.OWNER_PHONE,
      workingHours: env.OWNER_WORKING_HOURS,
      supportWhatsapp: env.OWNER_SUPPORT_WHATSAPP,
      consultationWhatsapp: env.OWNER_CONSULTATION_WHATSAPP,
    }),
  )

/** The same requisites under the names of their variables. */
export function ownerVariables(owner: Owner): Record<string, string> {
  return {
    OWNER_NAME: owner.name,
    OWNER_IIN: owner.iin,
    OWNER_ADDRESS: owner.address,
    OWNER_EMAIL: owner.email,
    OWNER_PHONE: owner.phone,
    OWNER_WORKING_HOURS: owner.workingHours,
    OWNER_SUPPORT_WHATSAPP: owner.supportWhatsapp,
    OWNER_CONSULTATION_WHATSAPP: owner.consultationWhatsapp,
  }
}

import { maxImportedContacts } from '@app/domain/desk/imports/imported-contact'
import { readPhone } from '@app/domain/messages/phone'
import { cleanText, hasVisibleText } from '@app/domain/text'
import { z } from 'zod'

/** Most contacts that a request may hold: a file goes in parts, so that its progress is seen and nobody else waits for it. */
export const contactsAtOnce = 100

/** A contact as the browser has read it from a file. Nothing else of the file is sent. */
const importedContactSchema = z
  .object({
    /** The row in the file. */
    row: z.number().int().min(1).max(1_000_000),
    name: z.string().max(200).transform(cleanText).pipe(z.string().trim().refine(hasVisibleText)).nullable(),
    email: z.email().max(254).toLowerCase().nullable(),
    phone: z
      .string()
      .max(15)
      .refine((digits) => {
        const reading = readPhone(`+${digits}`)
        return reading.ok && reading.digits === digits
      })
      .nullable(),
  })
  .refine(({ email, phone }) => email !== null || phone !== null)

const contacts = z.array(importedContactSchema).min(1).max(contactsAtOnce)

/** `POST /api/desk/imports/known`: which of these contacts the desk has already. Nothing is kept. */
export const knownContactsRequestSchema = z.object({ contacts })
export const knownContactsSchema = z.object({
  known: z.array(z.object({ row: z.number().int(), personId: z.uuid(), name: z.string().nullable() })),
})
export type KnownContact = z.output<typeof knownContactsSchema>['known'][number]

/** `POST /api/desk/imports`: begins an import under the name that its people have as their source. */
export const beginImportRequestSchema = z.object({
  label: z.string().max(200).transform(cleanText).pipe(z.string().trim().max(60).refine(hasVisibleText)),
  contacts: z.number().int().min(1).max(maxImportedContacts),
})
export const begunImportSchema = z.object({ importId: z.uuid() })

/** `POST /api/desk/imports/:importId/contacts`: a part of the file. Sent twice, it is kept once. */
export const addContactsRequestSchema = z.object({ contacts })
export const addedContactsSchema = z.object({ added: z.number().int(), joined: z.number().int() })

/** `GET /api/desk/imports`: all imports, the newest first. */
export const importsSchema = z.object({
  imports: z.array(
    z.object({
      id: z.uuid(),
      /** As their people's source says it. */
      label: z.string(),
      at: z.string(),
      /** Contacts in the file, and of these what is kept now and was joined to people who were there. */
      contacts: z.number().int(),
      kept: z.number().int(),
      joined: z.number().int(),
      isUndone: z.boolean(),
    }),
  ),
})
export type ContactImport = z.output<typeof importsSchema>['imports'][number]

/** `DELETE /api/desk/imports/:importId`: answers how many contacts went and how many stay because their people wrote. */
export const undoneImportSchema = z.object({ removed: z.number().int(), kept: z.number().int() })

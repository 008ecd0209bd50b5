import { z } from 'zod'

/** A day of this century that the calendar has: of others the database, JavaScript and spreadsheets say different things. */
export const daySchema = z.iso.date().startsWith('20')

/** An instant of such a day. */
export const instantSchema = z.iso.datetime({ offset: true }).startsWith('20')

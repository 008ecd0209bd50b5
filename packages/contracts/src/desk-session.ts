import { staffRoles } from '@app/domain/auth/roles'
import { z } from 'zod'

/** `POST /api/desk/session`, by one of the staff: opens the desk's scripts to this browser until `expiresAt`. */
export const deskSessionSchema = z.object({ expiresAt: z.string(), role: z.enum(staffRoles) })

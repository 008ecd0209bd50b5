import { longestAgeHours } from '../backups/backup-overdue.ts'
import { type Finding, found } from './findings.ts'

/** What a question to the shop's status service with its login and second password means. `problem` is null when it knew both. */
export function judgeShop(login: string, problem: string | null): Finding {
  if (problem === null) return found('shop_good', {})
  if (problem === 'result code 1') return found('shop_password', {})
  if (problem === 'result code 2') return found('shop_unknown', { login })
  return found('shop_away', { reason: problem })
}

/** Whether the newest backup is of the last night. */
export function judgeBackups(madeAt: readonly Date[], now: Date): Finding {
  if (madeAt.length === 0) return found('backup_none', {})
  const newest = Math.max(...madeAt.map((at) => at.getTime()))
  const hours = Math.floor((now.getTime() - newest) / (60 * 60 * 1000))
  return hours >= longestAgeHours ? found('backup_old', { hours }) : found('backup_good', { hours })
}

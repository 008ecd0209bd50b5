import type { JobLog } from '../jobs/job-log.ts'
import { advanceIncident, type IncidentState, initialIncidentState } from './advance-incident.ts'
import { channelsFor } from './evaluate-installation.ts'
import { incidentRules, type Observation } from './incident.ts'
import { listIncidents, lockIncident, saveIncident } from './incident-repository.ts'
import { queueOwnerMessages } from './owner-message-repository.ts'
import type { AlarmServices } from './send-due-owner-messages.ts'

/**
 * Records observations and queues the messages to the owner, in one transaction under the lock of
 * the incident, so that only one of several processes sends them.
 */
export async function recordObservations(
  services: AlarmServices,
  observations: readonly Observation[],
): Promise<void> {
  const known = await listIncidents(services.db)
  for (const observation of observations) {
    const state = known.get(observation.kind) ?? initialIncidentState
    if (isQuietIncident(state) && observation.seen !== 'bad') continue
    await recordObservation(services, observation)
  }
}

/**
 * Tells if an incident is neither open nor suspected, so that a good observation changes nothing.
 */
function isQuietIncident({ openedAt, badSince }: IncidentState): boolean {
  return openedAt === null && badSince === null
}

async function recordObservation(
  { db, channels, now, log }: AlarmServices,
  observation: Observation,
): Promise<void> {
  const { kind, seen, facts } = observation
  const tell = await db.transaction().execute(async (trx) => {
    const at = now()
    const advance = advanceIncident(await lockIncident(trx, kind), seen, incidentRules[kind], at)
    await saveIncident(trx, kind, advance.state)
    if (advance.tell === null) return null
    const open = channels.map(({ channel }) => channel)
    const told = { incident: kind, moment: advance.tell, facts }
    await queueOwnerMessages(trx, told, { channels: channelsFor(kind, open), now: at })
    return advance.tell
  })
  if (tell !== null) logMoment(log, tell, { incident: kind, ...facts })
}

function logMoment(log: JobLog, tell: 'opened' | 'reminded' | 'ended', facts: object): void {
  if (tell === 'ended') log.info(facts, 'an incident is over')
  else log.warn(facts, tell === 'opened' ? 'an incident began' : 'an incident goes on')
}

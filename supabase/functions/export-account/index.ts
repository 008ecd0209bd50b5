import { unlessAway } from '../_shared/away.ts'
import { callProject } from '../_shared/call-project.ts'
import { findCaller } from '../_shared/find-caller.ts'
import { currentProject } from '../_shared/project.ts'
import { respond, respondToPreflight } from '../_shared/respond.ts'

/** Answers everything kept about the caller, table by table; most of it no user may read by themselves. */
export default {
  fetch: unlessAway(async (request) => {
    if (request.method === 'OPTIONS') return respondToPreflight()
    if (request.method !== 'POST') {
      return respond(405, { code: 'method_not_allowed', message: 'Send a POST request' })
    }
    const project = currentProject()
    const caller = await findCaller(project, request)
    if (caller.outcome !== 'signed_in') {
      return respond(401, {
        code: 'not_signed_in',
        message: 'Only a signed-in user can take their data along',
      })
    }
    const body = { account_id: caller.userId }
    return respond(200, { tables: await callProject(project, '/rest/v1/rpc/export_account', { body }) })
  }),
}
